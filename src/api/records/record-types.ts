/**
 * The record types ("Resources and their fields" in the service's documentation), one row per type, and the groups of
 * derived fields that each can have.
 */
import type { Fields, records } from './fields.ts'

/** The names of the record types. */
export type RecordName = keyof typeof records

/** The kind of thing that a record describes: both types of a loan, listed and detailed, are `loan`. */
export type RecordKind = RecordName extends infer Name
  ? Name extends `${infer Stem}_${'listing' | 'detail'}`
    ? Stem
    : Name
  : never

/** The facts about a record type. Its fields are loaded apart, by `fieldsOf`: most runs need none. */
export interface RecordType extends Row {
  /** `undefined` for records of no documented type, such as the results of jq. */
  readonly name: RecordName | undefined
  readonly kind: RecordKind | undefined
  /** The plural in words, such as `journal entries`. */
  readonly noun: string
}

interface Row {
  /**
   * Not shown: "Shape of the wrapper around paged results".
   * The key of the records beside `paging`, as recorded live.
   */
  readonly key: string
  /** Not shown either: the reply has one object under its key instead of a list. */
  readonly single?: true
  /**
   * "Number of items on one page: not shown." As recorded live.
   * Clients read `paging.page_size`; the sandbox serves these.
   */
  readonly pageSize?: number
  /**
   * Not shown: the limit of ids per call. Live documentation says 50 for lenders and 20 for teams. Loans had
   * 10, later 100; long-lived clients send 50. The limit of method ids is unknown; 50 is our choice.
   */
  readonly maxIds?: number
  /** The fields that identify a record: usually one, or all if it can be requested by several kinds of id. */
  readonly idFields?: readonly string[]
  /** A text that somebody wrote: it has a body. */
  readonly letter?: true
  /** The most informative field to group by: the default of a chart. */
  readonly groupedBy?: string
}

const rows: Readonly<Record<RecordName, Row>> = {
  comment: { key: 'comments', pageSize: 20, idFields: ['id'], letter: true, groupedBy: 'whereabouts' },
  journal_entry: {
    key: 'journal_entries',
    pageSize: 20,
    idFields: ['id'],
    letter: true,
    groupedBy: 'author',
  },
  lender_detail: { key: 'lenders', maxIds: 50, idFields: ['lender_id'], groupedBy: 'country_code' },
  lender_listing: { key: 'lenders', pageSize: 50, idFields: ['lender_id'], groupedBy: 'country_code' },
  loan_listing: { key: 'loans', pageSize: 20, idFields: ['id'], groupedBy: 'sector' },
  loan_detail: { key: 'loans', maxIds: 50, idFields: ['id'], groupedBy: 'sector' },
  loan_updates: { key: 'loan_updates', letter: true, groupedBy: 'update_type' },
  lending_action: { key: 'lending_actions', idFields: ['id'], groupedBy: 'loan.sector' },
  team_detail: {
    key: 'teams',
    pageSize: 20,
    maxIds: 20,
    idFields: ['id', 'shortname'],
    groupedBy: 'category',
  },
  team_listing: { key: 'teams', pageSize: 20, idFields: ['id'], groupedBy: 'category' },
  partner_listing: { key: 'partners', pageSize: 200, idFields: ['id'], groupedBy: 'status' },
  method_summary: { key: 'methods', maxIds: 50, idFields: ['id'], groupedBy: 'http_method' },
  user_account: { key: 'user_account', single: true, groupedBy: 'is_public' },
  release: { key: 'release', single: true, groupedBy: 'date' },
  image_template: { key: 'templates', groupedBy: 'id' },
}

const typeFrom = (row: Row, name?: RecordName): RecordType => ({
  ...row,
  name,
  kind: name?.replace(/_(listing|detail)$/, '') as RecordKind | undefined,
  noun: row.key.replaceAll('_', ' '),
})

/** Every record type by its name. */
export const recordTypes = Object.fromEntries(
  (Object.keys(rows) as RecordName[]).map((name) => [name, typeFrom(rows[name], name)]),
) as Readonly<Record<RecordName, RecordType>>

/** The type of undocumented records: it has no fields and no ids. */
export const unknownType = typeFrom({ key: 'records' })

/** The groups of derived fields that kiva computes for records of each kind (`--with`). */
const groups = {
  loan: ['funding', 'repayment', 'people', 'partner', 'mine', 'budget'],
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
  /** The fields of records that kiva makes from others. */
  readonly fields?: Fields
  /** Columns that an option names, as fields beside the others. */
  readonly computed?: Fields | undefined
}

/**
 * Normalizes an id for comparison: ignores case, and unifies the two spellings of a method id, the documented
 * `GET*loans|search` and the live service's `GET*|loans|search`.
 */
export function foldId(id: string): string {
  return id.toLowerCase().replace('*|', '*')
}
