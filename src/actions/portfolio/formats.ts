import { wordList } from '../../cli/option-spec.ts'
import type { Action } from '../../commands/action.ts'
import { KivaError } from '../../errors.ts'
import { formatNames } from '../../output/formats.ts'

/** The formats that print one row per group or month. */
export const isRowFormat = (output: string) => ['csv', 'tsv', 'ndjson'].includes(output)

/** Throws `KivaError` of kind `usage` for a format that cannot show a portfolio. */
export function checkFormat(output: string, { name, refusedFormats = [] }: Action): void {
  if (!refusedFormats.includes(output)) return
  const others = formatNames.filter((format) => !refusedFormats.includes(format))
  throw new KivaError('usage', `-o ${output} cannot be used with ${name}`, {
    hint: `Use -o ${wordList(others)}.`,
  })
}
