/** A jq expression. */
export interface Expression {
  readonly text: string
  /** Run once on an array of all records, instead of once per record. */
  readonly slurp: boolean
  /** String variables, by name. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}
