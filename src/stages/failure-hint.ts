import type { Expression } from '../cli/options/expressions.ts'

/** Matches expressions that expect a list of records as input. */
const takesList = /^\s*(?:\.\[(?!")|map\(|(?:sort|group|unique|min|max)_by\()/

/** Matches expressions for a list that also run on one record, where they take its values one by one. */
const takesValues = /^\s*(?:\.\[\]|map\()/

/** Returns a hint for an expression that succeeds on one record, but was probably meant for the list. */
export const noteFor = (expression: Expression): string | undefined =>
  takesValues.test(expression.text) ? hintText(hintFor(expression, '')) : undefined

const hintText = (hint: string | undefined) => hint && `hint: ${hint}`

/** Matches expressions that only read one field of each record: `.[].name`, `.[] | .name`. */
const picksField = /^\s*\.\[\](?:\s*\|\s*)?(\.\w[\w.]*)\s*$/

/** Returns how to fix a failed expression, or undefined if the failure gives no clue. */
export function hintFor({ text, slurp }: Expression, failure: string): string | undefined {
  if (!slurp && takesList.test(text)) {
    const field = picksField.exec(text)?.[1]
    const howToResume =
      field === undefined ? '--slurp gives it all of them' : `use ${field}, or --slurp for ${text.trim()}`
    return `the expression runs once per record: ${howToResume}`
  }
  if (/\bnull\b/.test(failure)) return 'some records lack a value: .name // "" replaces it, .tags[]? skips it'
  return undefined
}
