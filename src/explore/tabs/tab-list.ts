/** The lists and pages of the keys 1 to 8, and the tabs in the history of a session. */
import type { Action } from '../keymap.ts'
import type { OverlayOf, State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'

/** The tabs of the keys 1 to 6. */
export const mainTabs = [
  {
    action: 'tab_1',
    word: 'Loans',
    argv: ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration'],
  },
  { action: 'tab_2', word: 'Lenders', argv: ['lenders', 'newest'] },
  { action: 'tab_3', word: 'Teams', argv: ['teams', 'search', '--sort-by', 'member_count'] },
  { action: 'tab_4', word: 'Partners', argv: ['partners', 'list'] },
  { action: 'tab_5', word: 'Journal', argv: ['journal-entries', 'search'] },
  { action: 'tab_6', word: 'Lending actions', argv: ['lending-actions', 'recent'] },
] as const satisfies readonly {
  readonly action: Action
  readonly word: string
  readonly argv: readonly string[]
}[]

export type MainTab = (typeof mainTabs)[number]

/** The pages of the keys 7 and 8. */
export const mainPages = [
  { action: 'tab_7', word: 'Today', argv: ['today'] },
  { action: 'tab_8', word: 'Portfolio', argv: ['portfolio', 'show'] },
] as const satisfies readonly {
  readonly action: Action
  readonly word: string
  readonly argv: readonly string[]
}[]

export type MainPage = (typeof mainPages)[number]

/** Returns the one of the keys 7 and 8 that a page belongs to: it is of the same command. */
export const mainPageOf = ({ argv }: OverlayOf<'page'>): MainPage | undefined =>
  mainPages.find((main) => main.argv.every((word, at) => argv[at] === word))

/** Returns the one of the keys 1 to 6 that a tab belongs to: its first list has the same resource. */
export function mainTabOf({ invocation }: Tab): MainTab | undefined {
  const [, resource] = invocation.path.split(' ')
  return mainTabs.find(({ argv }) => argv[0] === resource)
}

/** Where a session starts without a command line: loans that are fundraising, by the time left. */
export const startArgv: readonly string[] = mainTabs[0].argv

/** The current tab, and those in the history. */
type Tabs = Pick<State, 'tab' | 'past' | 'future'>

/** Returns the tab with this id, wherever it is. */
export const tabOf = ({ tab, past, future }: Tabs, id: number): Tab | undefined =>
  [tab, ...past, ...future].find((other) => other.id === id)

/** Returns the note on a tab that was opened. */
export const noteOn = ({ warnings }: Tab): string | undefined => warnings.join(' ') || undefined

/** Returns the tab of a saved command. */
const tabOfSaved = ({ tab, past, future }: Tabs, name: string): Tab | undefined =>
  [tab, ...past, ...future].find(({ saved }) => saved === name)

/** Returns how many records of a saved command are new: `+3`; '' for 0 and before they are counted. */
export function newIn(state: State, name: string): string {
  const changes = tabOfSaved(state, name)?.changes.values()
  const count = changes
    ? [...changes].filter(({ event }) => event === 'added').length
    : state.newCounts.get(name)
  return count ? `+${count}` : ''
}

/** Returns whether the new records of a saved command are known: they were counted, or it was opened. */
export const isCounted = (state: State, name: string): boolean =>
  state.newCounts.has(name) || tabOfSaved(state, name) !== undefined
