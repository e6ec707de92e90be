import { portfolioSuggest } from '../../commands/actions/portfolio.ts'
import { loans } from '../../commands/resources/loans.ts'
import { actionCommand } from './action-command.ts'
import type { CommandSpec } from './command-spec.ts'
import { endpointOptions } from './endpoint-command.ts'

/** Options of the search that the suggestions set, and those that cannot be used with its filters. */
const excluded: readonly string[] = [
  'status',
  'lender',
  'sort_by',
  'page',
  'all',
  'wire',
  'force',
  'checkpoint',
  'resume',
]

/** Returns `kiva portfolio suggest`, with the options of the search that takes its place. */
export function suggestCommand(): CommandSpec {
  const options = endpointOptions(loans.endpoints.search).filter(({ name }) => !excluded.includes(name))
  return {
    ...actionCommand(portfolioSuggest),
    options: options.map((option) => (option.name === 'limit' ? { ...option, default: '10' } : option)),
  }
}
