import type { FieldPath } from '../../api/records/field-paths.ts'

/** A jq expression. */
export interface Expression {
  readonly text: string
  /** Run once on an array of all records, instead of once per record. */
  readonly slurp: boolean
  /** String variables, by name. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}

export interface OrderKey {
  readonly path: FieldPath
  readonly isDescending: boolean
}

export interface GroupLimit {
  readonly count: number
  readonly path: FieldPath
}
