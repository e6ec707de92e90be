import type { Expression } from './expression.ts'

/** Expressions that begin as if their input were a list of records. */
const takesList = /^\s*(?:\.\[|map\(|(?:sort|group|unique|min|max)_by\()/

/** One that only picks a field of each: `.[].name`, `.[] | .name`. */
const picksField = /^\s*\.\[\](?:\s*\|\s*)?(\.\w[\w.]*)\s*$/

/** What to change in an expression that failed, where the failure tells. */
export function hintFor({ text, slurp }: Expression, failure: string): string | undefined {
  if (!slurp && takesList.test(text)) {
    const field = picksField.exec(text)?.[1]
    const wayOn =
      field === undefined ? '--slurp gives it all of them' : `use ${field}, or --slurp for ${text.trim()}`
    return `the expression runs once per record: ${wayOn}`
  }
  if (/\bnull\b/.test(failure)) return 'some records lack a value: .name // "" replaces it, .tags[]? skips it'
  return undefined
}
