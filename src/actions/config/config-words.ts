import type { Context } from '../../context.ts'
import type { JsonObject } from '../../ports/json.ts'

/** Prints the bare value, for a script's `$(…)`, or the full record with `-o`. */
export async function printValue(
  { print, report, stdout }: Pick<Context, 'print' | 'report' | 'stdout'>,
  record: JsonObject,
  value: string,
): Promise<void> {
  const { settings } = await report()
  const hasOutput = settings.some(({ setting, source }) => setting === 'output' && source === 'flag')
  if (hasOutput) await print(record, value)
  else await stdout.write(`${value}\n`, 'people')
}
