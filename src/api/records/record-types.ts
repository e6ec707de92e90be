/** The record types, "Resources and their fields" in the service's document: what is known of each, one row a type. */
import { type Fields, records } from './fields.ts'

/** The names of the record types. */
export type RecordName = keyof typeof records

/** What a record is, whether listed or in detail: both types of a loan are `loan`. */
export type Thing = RecordName extends infer Name
  ? Name extends `${infer Stem}_${'listing' | 'detail'}`
    ? Stem
    : Name
  : never

/** What the tool knows of a record type. */
export interface RecordType extends Row {
  readonly fields: Fields
  /** `undefined` for records of no documented type, such as the results of jq. */
  readonly name: RecordName | undefined
  readonly thing: Thing | undefined
  /** Several of its records in words, such as `journal entries`. */
  readonly noun: string
}

interface Row {
  /**
   * Not shown: "Shape of the wrapper around paged results". The key of the records beside `paging`, as recorded live.
   */
  readonly key: string
  /** Not shown either: comes as one object under its key instead of a list. */
  readonly single?: true
  /** "Number of items on one page: not shown." As recorded live; clients read `paging.page_size`, the sandbox serves these. */
  readonly pageSize?: number
  /**
   * Not shown: how many ids one call takes. 50 lenders and 20 teams are documented live; loans were 10, later 100: 50
   * is what long-lived clients send. Of method ids no limit is known; 50 is ours.
   */
  readonly mostIds?: number
  /** The field that tells one record from another; where it may be asked for by ids of several kinds, all of them. */
  readonly idFields?: readonly string[]
  /** Written by somebody, to be read: it has a body. */
  readonly letter?: true
  /** The field that tells most of many of them at one glance: by it a chart is drawn where none is named. */
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
  lender_detail: { key: 'lenders', mostIds: 50, idFields: ['lender_id'], groupedBy: 'country_code' },
  lender_listing: { key: 'lenders', pageSize: 50, idFields: ['lender_id'], groupedBy: 'country_code' },
  loan_listing: { key: 'loans', pageSize: 20, idFields: ['id'], groupedBy: 'sector' },
  loan_detail: { key: 'loans', mostIds: 50, idFields: ['id'], groupedBy: 'sector' },
  loan_updates: { key: 'loan_updates', letter: true, groupedBy: 'update_type' },
  lending_action: { key: 'lending_actions', idFields: ['id'], groupedBy: 'loan.sector' },
  team_detail: {
    key: 'teams',
    pageSize: 20,
    mostIds: 20,
    idFields: ['id', 'shortname'],
    groupedBy: 'category',
  },
  team_listing: { key: 'teams', pageSize: 20, idFields: ['id'], groupedBy: 'category' },
  partner_listing: { key: 'partners', pageSize: 200, idFields: ['id'], groupedBy: 'status' },
  method_summary: { key: 'methods', mostIds: 50, idFields: ['id'], groupedBy: 'http_method' },
  user_account: { key: 'user_account', single: true, groupedBy: 'is_public' },
  release: { key: 'release', single: true, groupedBy: 'date' },
  image_template: { key: 'templates', groupedBy: 'id' },
}

const typeFrom = (row: Row, fields: Fields, name?: RecordName): RecordType => ({
  ...row,
  fields,
  name,
  thing: name?.replace(/_(listing|detail)$/, '') as Thing | undefined,
  noun: row.key.replaceAll('_', ' '),
})

/** Every record type by its name. */
export const recordTypes = Object.fromEntries(
  (Object.keys(rows) as RecordName[]).map((name) => [name, typeFrom(rows[name], records[name], name)]),
) as Readonly<Record<RecordName, RecordType>>

/** The type of records that no document describes: it has no fields and no ids. */
export const unknownType = typeFrom({ key: 'records' }, {})
