import type { Context } from '../../context.ts'
import type { JsonObject } from '../../ports/json.ts'

/** Prints the bare value, for a script's `$(…)`, or the full record if the user chose an output format. */
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
