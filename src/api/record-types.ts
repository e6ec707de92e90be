/** The record types, "Resources and their fields" in the service's document: what is known of each, one row a type. */
import { type Fields, records } from './records.ts'

/** What a record is, whether listed or in detail: both types of a loan are `loan`. */
export type Thing = RecordName extends infer Name
  ? Name extends `${infer Stem}_${'listing' | 'detail'}`
    ? Stem
    : Name
  : never

/** What the tool knows of a record type. */
export interface RecordType extends Row {
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
  readonly fields: Fields
}

const rows = {
  comment: {
    key: 'comments',
    pageSize: 20,
    idFields: ['id'],
    letter: true,
    groupedBy: 'whereabouts',
    fields: records.comment,
  },
  journal_entry: {
    key: 'journal_entries',
    pageSize: 20,
    idFields: ['id'],
    letter: true,
    groupedBy: 'author',
    fields: records.journal_entry,
  },
  lender_detail: {
    key: 'lenders',
    mostIds: 50,
    idFields: ['lender_id'],
    groupedBy: 'country_code',
    fields: records.lender_detail,
  },
  lender_listing: {
    key: 'lenders',
    pageSize: 50,
    idFields: ['lender_id'],
    groupedBy: 'country_code',
    fields: records.lender_listing,
  },
  loan_listing: {
    key: 'loans',
    pageSize: 20,
    idFields: ['id'],
    groupedBy: 'sector',
    fields: records.loan_listing,
  },
  loan_detail: {
    key: 'loans',
    mostIds: 50,
    idFields: ['id'],
    groupedBy: 'sector',
    fields: records.loan_detail,
  },
  loan_updates: { key: 'loan_updates', letter: true, groupedBy: 'update_type', fields: records.loan_updates },
  lending_action: {
    key: 'lending_actions',
    idFields: ['id'],
    groupedBy: 'loan.sector',
    fields: records.lending_action,
  },
  team_detail: {
    key: 'teams',
    pageSize: 20,
    mostIds: 20,
    idFields: ['id', 'shortname'],
    groupedBy: 'category',
    fields: records.team_detail,
  },
  team_listing: {
    key: 'teams',
    pageSize: 20,
    idFields: ['id'],
    groupedBy: 'category',
    fields: records.team_listing,
  },
  partner_listing: {
    key: 'partners',
    pageSize: 200,
    idFields: ['id'],
    groupedBy: 'status',
    fields: records.partner_listing,
  },
  method_summary: {
    key: 'methods',
    mostIds: 50,
    idFields: ['id'],
    groupedBy: 'http_method',
    fields: records.method_summary,
  },
  user_account: { key: 'user_account', single: true, groupedBy: 'is_public', fields: records.user_account },
  release: { key: 'release', single: true, groupedBy: 'date', fields: records.release },
  image_template: { key: 'templates', groupedBy: 'id', fields: records.image_template },
} as const satisfies Readonly<Record<keyof typeof records, Row>>

/** The names of the record types. */
export type RecordName = keyof typeof rows

const typeFrom = (row: Row, name?: RecordName): RecordType => ({
  ...row,
  name,
  thing: name?.replace(/_(listing|detail)$/, '') as Thing | undefined,
  noun: row.key.replaceAll('_', ' '),
})

/** Every record type by its name. */
export const recordTypes = Object.fromEntries(
  Object.entries(rows).map(([name, row]) => [name, typeFrom(row, name as RecordName)]),
) as Readonly<Record<RecordName, RecordType>>

/** The type of records that no document describes: it has no fields and no ids. */
export const unknownType = typeFrom({ key: 'records', fields: {} })
