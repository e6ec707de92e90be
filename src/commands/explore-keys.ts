/** The keys of `kiva explore`: one table for dispatch, footer, help, palette, documentation and settings. */

export interface KeyEntry {
  /** Names of keys, as `src/explore/input.ts` reports them. */
  readonly keys: readonly string[]
  /** What the key does, in at most 40 characters. */
  readonly brief: string
  readonly group: 'Move' | 'Find' | 'Mark and take' | 'Look' | 'Service' | 'Screen'
  /** The word in the footer, and its rank: lower ranks stay on narrow screens. */
  readonly footer?: { readonly word: string; readonly rank: number }
}

/** What keys do, by the name of the action. Names are also those of the settings `explore.keys.*`. */
export const exploreKeys = {
  down: { keys: ['down', 'j'], brief: 'Move down, or scroll the text', group: 'Move' },
  up: { keys: ['up', 'k'], brief: 'Move up, or scroll the text', group: 'Move' },
  page_down: { keys: ['page-down', 'ctrl-d', 'ctrl-f'], brief: 'Move a screen down', group: 'Move' },
  page_up: { keys: ['page-up', 'ctrl-u', 'ctrl-b'], brief: 'Move a screen up', group: 'Move' },
  first: { keys: ['g', 'home'], brief: 'Go to the first row', group: 'Move' },
  last: { keys: ['G', 'end'], brief: 'Go to the last loaded row', group: 'Move' },
  next_record: { keys: ['J'], brief: 'Next record while reading', group: 'Move' },
  previous_record: { keys: ['K'], brief: 'Previous record while reading', group: 'Move' },
  open: {
    keys: ['enter', 'right', 'l'],
    brief: 'Open the record, or follow the link',
    group: 'Move',
    footer: { word: 'open', rank: 0 },
  },
  back: { keys: ['left', 'h', 'backspace'], brief: 'Back to where you came from', group: 'Move' },
  history_back: {
    keys: ['H'],
    brief: 'Back in the history',
    group: 'Move',
    footer: { word: 'back', rank: 12 },
  },
  history_forward: { keys: ['L'], brief: 'Forward in the history', group: 'Move' },
  out: { keys: ['esc'], brief: 'Close or go back', group: 'Move' },
  pane: {
    keys: ['tab'],
    brief: 'Next pane, or next link while reading',
    group: 'Move',
    footer: { word: 'pane', rank: 9 },
  },
  previous_pane: { keys: ['shift-tab'], brief: 'Previous pane or link', group: 'Move' },
  filter: {
    keys: ['/'],
    brief: 'Filter the loaded rows, or find a facet',
    group: 'Find',
    footer: { word: 'filter', rank: 1 },
  },
  search: { keys: ['s'], brief: 'Search the API', group: 'Find', footer: { word: 'search', rank: 2 } },
  facets: {
    keys: ['f'],
    brief: 'Facets: narrow down by value',
    group: 'Find',
    footer: { word: 'facets', rank: 3 },
  },
  sort: { keys: ['o'], brief: 'Sort the rows', group: 'Find', footer: { word: 'sort', rank: 4 } },
  reverse: { keys: ['O'], brief: 'Reverse the order', group: 'Find' },
  forecast: {
    keys: ['F'],
    brief: 'Forecast: add it, and sort by need',
    group: 'Find',
    footer: { word: 'forecast', rank: 7.5 },
  },
  totals: { keys: ['#'], brief: 'Count all records of each facet value', group: 'Find' },
  palette: {
    keys: [':', 'ctrl-p'],
    brief: 'Run a command line',
    group: 'Find',
    footer: { word: 'command', rank: 11 },
  },
  mark: {
    keys: ['space'],
    brief: 'Mark the record',
    group: 'Mark and take',
    footer: { word: 'mark', rank: 5 },
  },
  marked_only: { keys: ['m'], brief: 'Show only marked records', group: 'Mark and take' },
  all_marked: { keys: ['M'], brief: 'Open the marked records of all lists', group: 'Mark and take' },
  unmark_all: { keys: ['U'], brief: 'Take all marks away', group: 'Mark and take' },
  shortlist: { keys: ['a'], brief: 'Add the marked records to a shortlist', group: 'Mark and take' },
  print: { keys: ['p'], brief: 'Quit and print marks or this record', group: 'Mark and take' },
  export: { keys: ['x'], brief: 'Export the rows shown to a file', group: 'Mark and take' },
  copy: {
    keys: ['y'],
    brief: 'Copy: command, id, URL, JSON, curl',
    group: 'Mark and take',
    footer: { word: 'copy', rank: 6 },
  },
  browser: { keys: ['B'], brief: 'Open the page in a browser', group: 'Mark and take' },
  view: { keys: ['v'], brief: 'List, chart, map', group: 'Look', footer: { word: 'chart/map', rank: 8 } },
  raw: { keys: ['r'], brief: 'The record as JSON', group: 'Look', footer: { word: 'raw', rank: 13 } },
  zoom: { keys: ['z'], brief: 'Show one pane on the whole screen', group: 'Look' },
  tab_1: { keys: ['1'], brief: 'Loans: as left, then fundraising', group: 'Look' },
  tab_2: { keys: ['2'], brief: 'Lenders: as left, then newest', group: 'Look' },
  tab_3: { keys: ['3'], brief: 'Teams: as left, then all', group: 'Look' },
  tab_4: { keys: ['4'], brief: 'Partners: as left, then all', group: 'Look' },
  tab_5: { keys: ['5'], brief: 'Journal: as left, then all', group: 'Look' },
  tab_6: { keys: ['6'], brief: 'Lending actions: as left, then newest', group: 'Look' },
  tab_7: { keys: ['7'], brief: 'Today: as left, then read again', group: 'Look' },
  tab_8: { keys: ['8'], brief: 'Portfolio: as left, then read again', group: 'Look' },
  read_again: { keys: ['R'], brief: 'Read the list again', group: 'Service' },
  read_all: { keys: ['A'], brief: 'Read all pages', group: 'Service' },
  watch: {
    keys: ['w'],
    brief: 'Watch the list for changes',
    group: 'Service',
    footer: { word: 'watch', rank: 14 },
  },
  requests: { keys: ['!'], brief: 'Show the requests', group: 'Service' },
  help: {
    keys: ['?'],
    brief: 'Show and search all keys',
    group: 'Screen',
    footer: { word: 'keys', rank: 7 },
  },
  mouse: { keys: ['%'], brief: 'Mouse on or off; off lets you select text', group: 'Screen' },
  redraw: { keys: ['ctrl-l'], brief: 'Draw the screen again', group: 'Screen' },
  suspend: { keys: ['ctrl-z'], brief: 'Stop; fg continues', group: 'Screen' },
  quit: { keys: ['q', 'ctrl-c'], brief: 'Quit', group: 'Screen', footer: { word: 'quit', rank: 10 } },
} as const satisfies Readonly<Record<string, KeyEntry>>

export type ExploreAction = keyof typeof exploreKeys

/** All actions, in the order of the table. */
export const exploreActions = Object.keys(exploreKeys) as readonly ExploreAction[]

/** The actions of each group, in the order of the table. */
export const keyGroups: readonly (readonly [KeyEntry['group'], readonly ExploreAction[]])[] = [
  ...new Set(exploreActions.map((action) => exploreKeys[action].group)),
].map((group) => [group, exploreActions.filter((action) => exploreKeys[action].group === group)])

/** Names of keys for people: `↓`, `PgDn`, `Ctrl-D`. */
const shown: Readonly<Record<string, string>> = {
  down: '↓',
  up: '↑',
  left: '←',
  right: '→',
  'page-down': 'PgDn',
  'page-up': 'PgUp',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
}

/** Returns the name of a key for people. */
export const keyWord = (key: string): string =>
  shown[key] ?? key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`)

/** Returns all keys of an action for people: `j ↓`. */
export const keyWordsOf = (action: ExploreAction): string => exploreKeys[action].keys.map(keyWord).join(' ')
