import type { Expression } from './request.ts'

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

/** Returns how to fix an expression that jq cannot read, for the reason that jq gives. */
export async function hintForInvalid(reason: string): Promise<string> {
  const [, variable] = /^\$(\w+) is not defined/.exec(reason) ?? []
  if (variable !== undefined) return `Set $${variable} with --arg ${variable}=VALUE.`
  const [, name] = /^([a-z]\w*)\/0 is not defined/.exec(reason) ?? []
  const field = name && (await nearestField(name))
  const first =
    field !== undefined
      ? `Did you mean .${field}? `
      : /^syntax error|\/0 is not defined/.test(reason)
        ? 'Put the expression in single quotes. '
        : ''
  return `${first}See kiva help jq for examples.`
}

/** Returns the nearest field of any record. */
async function nearestField(name: string): Promise<string | undefined> {
  const [{ records }, { nearest }] = await Promise.all([
    import('../api/records/fields.ts'),
    import('../api/nearest.ts'),
  ])
  return nearest(name, Object.values(records).flatMap(Object.keys))
}
