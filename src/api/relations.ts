/**
 * How things relate: the page of each on the website, the commands about it, and the fields that name other things.
 * Links, `--web`, the commands below a page and the addresses taken as ids derive from this table.
 */
import type { Thing } from './records/record-types.ts'

export interface Relation {
  /** Its page on the website: the folder, and the field that names it there. */
  readonly page?: { readonly folder: string; readonly id: string }
  /** The command that shows it, given the id of its page. */
  readonly show?: string
  /** The field whose value `next` takes; without it the commands stand alone. */
  readonly id?: string
  /** Commands to run next, most useful first. */
  readonly next: readonly string[]
  /** Fields that hold the id of another thing. */
  readonly refers?: Readonly<Record<string, Thing>>
}

export const relations: Readonly<Record<Thing, Relation>> = {
  comment: { next: [] },
  image_template: { next: ['templates images'] },
  journal_entry: { id: 'id', next: ['journal-entries comments'] },
  lender: {
    page: { folder: 'lender', id: 'lender_id' },
    show: 'lenders show',
    id: 'lender_id',
    next: ['lenders loans', 'lenders teams'],
  },
  lending_action: { next: [], refers: { 'loan.id': 'loan', 'lender.lender_id': 'lender' } },
  loan: {
    page: { folder: 'lend', id: 'id' },
    show: 'loans show',
    id: 'id',
    next: ['loans lenders', 'loans updates'],
    refers: { partner_id: 'partner' },
  },
  loan_updates: { next: [] },
  method_summary: { next: ['methods list'] },
  partner: { id: 'id', next: ['loans search --partner', 'journal-entries search --partner'] },
  release: { next: [] },
  team: {
    page: { folder: 'team', id: 'shortname' },
    show: 'teams using-shortname',
    id: 'id',
    next: ['teams lenders', 'teams loans'],
  },
  user_account: { id: 'lender_id', next: ['lenders show', 'lenders loans'], refers: { lender_id: 'lender' } },
}
