/** The places of the keys 1 to 6. */
import type { Action } from '../keymap.ts'

export const tabs = [
  {
    action: 'tab_1',
    word: 'Loans',
    argv: ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration'],
  },
  { action: 'tab_2', word: 'Lenders', argv: ['lenders', 'newest'] },
  { action: 'tab_3', word: 'Teams', argv: ['teams', 'search', '--sort-by', 'member_count'] },
  { action: 'tab_4', word: 'Partners', argv: ['partners', 'list'] },
  { action: 'tab_5', word: 'Journal', argv: ['journal-entries', 'search'] },
  { action: 'tab_6', word: 'Now', argv: ['lending-actions', 'recent'] },
] as const satisfies readonly {
  readonly action: Action
  readonly word: string
  readonly argv: readonly string[]
}[]

/** Where a session starts without a command line: loans that are fundraising, by the time left. */
export const startArgv: readonly string[] = tabs[0].argv
