/** A jq expression. */
export interface Expression {
  readonly text: string
  /** It sees one array of all records, once. */
  readonly slurp: boolean
  /** Strings by the names of the variables that hold them. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}
