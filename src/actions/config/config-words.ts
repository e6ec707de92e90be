import type { Context } from '../../context.ts'
import type { JsonObject } from '../../ports/json.ts'

/** Prints a value alone, for a script's `$(…)`, or a record with more of it where a format was asked for. */
export async function printValue(
  { print, report, stdout }: Pick<Context, 'print' | 'report' | 'stdout'>,
  record: JsonObject,
  value: string,
): Promise<void> {
  const { settings } = await report()
  const asked = settings.some(({ setting, source }) => setting === 'output' && source !== 'default')
  if (asked) await print(record, value)
  else await stdout.write(`${value}\n`, 'people')
}
