/** What lenders ask daily: what is new, how a portfolio does, what a field partner is. */
import type { Action } from '../action.ts'
import { partners } from '../resources/partners.ts'

const lender = {
  kind: 'string',
  argument: true,
  optional: true,
  brief: "lender id; default: '@me', which is you",
  offers: ['@me'],
} as const

const share = {
  kind: 'number',
  brief: 'dollars to assume in each loan',
  // The sums of all loans stay exact.
  max: 1_000_000,
  default: '25',
  placeholder: 'dollars',
} as const

export const portfolioShow = {
  name: 'portfolio show',
  saves: 'records',
  scrolls: true,
  inExplore: true,
  brief: "Show the spread and repayment of a lender's loans",
  params: {
    lender,
    by: {
      kind: 'string',
      list: true,
      brief: 'groups to count',
      choices: ['sector', 'country', 'partner', 'status', 'year', 'gender'],
      default: 'sector,country,partner,year',
      placeholder: 'field',
    },
    over: {
      kind: 'number',
      min: 0,
      max: 100,
      brief: 'list groups with more percent of the loans',
      default: '10',
      placeholder: 'percent',
    },
    top: { kind: 'number', brief: 'groups to show of each kind', default: '3', placeholder: 'n' },
    share,
  },
  examples: ['', 'robin1001 --by sector,gender --top 10', 'robin1001 --by country -o csv', '--out me.html'],
} as const satisfies Action

export const portfolioCalendar = {
  name: 'portfolio calendar',
  saves: 'records',
  scrolls: true,
  inExplore: true,
  brief: "Show when a lender's loans are due, by month",
  params: {
    lender,
    months: { kind: 'number', brief: 'months to list; add up the rest', placeholder: 'n' },
    share,
  },
  examples: ['', '--months 6', 'robin1001 --share 50 -o json'],
} as const satisfies Action

export const portfolioSuggest = {
  name: 'portfolio suggest',
  brief: 'Suggest loans that broaden a portfolio',
  params: { lender },
  prints: 'api-records',
  rewrite: 'search',
  examples: ['--budget 100', 'robin1001 --fields id,name,derived.mine -o json'],
} as const satisfies Action

export const partnersShow = {
  name: 'partners show',
  brief: 'Show field partners: rating, losses, countries',
  params: { ids: { kind: 'number', argument: true, list: true, brief: 'field partner ids' } },
  prints: 'api-records',
  finds: partners.endpoints.list,
  examples: ['101', '101 133 --across', '101 --fields id,name,rating -o json'],
} as const satisfies Action

export const today = {
  name: 'today',
  saves: 'records',
  scrolls: true,
  inExplore: true,
  brief: 'Show changes since you last looked',
  params: { peek: { kind: 'flag', brief: 'do not move the marks: the next run shows the same again' } },
  examples: ['', '--peek', '-o json', '--out today.html'],
} as const satisfies Action
