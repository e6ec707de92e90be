/** The places of the keys 1 to 6. */
export const tabs = [
  { word: 'Loans', argv: ['loans', 'search', '--status', 'fundraising', '--sort-by', 'expiration'] },
  { word: 'Lenders', argv: ['lenders', 'newest'] },
  { word: 'Teams', argv: ['teams', 'search', '--sort-by', 'member_count'] },
  { word: 'Partners', argv: ['partners', 'list'] },
  { word: 'Journal', argv: ['journal-entries', 'search'] },
  { word: 'Now', argv: ['lending-actions', 'recent'] },
] as const satisfies readonly { readonly word: string; readonly argv: readonly string[] }[]

/** Where a session starts without a command line: loans that are fundraising, by the time left. */
export const startArgv: readonly string[] = tabs[0].argv
