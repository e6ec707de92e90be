/**
 * The relations between things: the website page of each, its commands, and the fields that refer to other
 * things. Links, `--web`, the commands below a page and the URLs accepted as ids derive from this table.
 */
import type { RecordKind } from './records/record-types.ts'

export interface Relation {
  /** Its page on the website: the folder, and the field that identifies it there. */
  readonly page?: { readonly folder: string; readonly id: string }
  /** The command that shows the thing, given the id of its page. */
  readonly show?: string
  /** The field whose value the commands in `next` take; if unset, they take no argument. */
  readonly id?: string
  /** Commands to run next, most useful first. */
  readonly next: readonly string[]
  /** The number of things that `next` shows: for 0 there is nothing to show. */
  readonly count?: string
  /** Fields that contain the id of another thing. */
  readonly refers?: Readonly<Record<string, RecordKind>>
}

/** Returns whether the mirror answers a command of `next`. It has no lists of lenders, teams or journal entries. */
export const isMirrored = (command: string): boolean =>
  /^(?:loans search|lenders (?:loans|show))\b/.test(command)

export const relations: Readonly<Record<RecordKind, Relation>> = {
  comment: { next: [] },
  image_template: { next: ['templates images'] },
  journal_entry: { id: 'id', next: ['journal-entries comments'], count: 'comment_count' },
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
  partner: {
    show: 'partners show',
    id: 'id',
    next: ['loans search --partner', 'journal-entries search --partner'],
  },
  release: { next: [] },
  team: {
    page: { folder: 'team', id: 'shortname' },
    show: 'teams using-shortname',
    id: 'id',
    next: ['teams lenders', 'teams loans'],
  },
  user_account: { id: 'lender_id', next: ['lenders show', 'lenders loans'], refers: { lender_id: 'lender' } },
}
