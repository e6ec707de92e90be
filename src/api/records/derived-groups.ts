/** The groups of derived fields that kiva computes for records of each kind (`--with`). */
import type { RecordKind, RecordType } from './record-types.ts'

const groups = {
  loan: ['funding', 'repayment', 'people', 'partner', 'mine'],
  team: ['team', 'team_recent'],
} as const satisfies Partial<Record<RecordKind, readonly string[]>>

export type DerivedGroup = (typeof groups)[keyof typeof groups][number]

/** The groups of all kinds of records. */
export const allDerivedGroups: readonly DerivedGroup[] = Object.values(groups).flat()

/** The key of a record under which its derived fields are. */
export const derivedKey = 'derived'

/** Returns the groups that records of this type can have. */
export const derivedGroupsOf = ({ kind }: Pick<RecordType, 'kind'>): readonly DerivedGroup[] =>
  kind === 'loan' || kind === 'team' ? groups[kind] : []

/** A record type, and the groups of derived fields that its records have. */
export interface DerivedType extends RecordType {
  readonly derived?: readonly DerivedGroup[] | undefined
}
