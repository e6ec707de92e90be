/** The command line that runs in place of a typed one. */
import { parseTypedValue } from '../api/values.ts'
import { lenders } from '../commands/resources/lenders.ts'
import type { World } from '../core/context.ts'
import { shellWord } from '../core/shell-word.ts'
import { me } from './me.ts'
import { type ParsedCommand, parse } from './parse.ts'
import { optionWords } from './typed-options.ts'

/** Returns the command line that runs: the typed one, unless its action has `rewrite`. Throws `KivaError`. */
export async function rewritten(typed: ParsedCommand, world: Pick<World, 'state'>): Promise<ParsedCommand> {
  const rewrite = typed.command.action?.rewrite
  if (rewrite === 'explore-line') return (await import('./sort-explore-line.ts')).sortExploreLine(typed)
  if (rewrite === 'search') return replaceBySearch(typed)
  if (rewrite !== 'saved') return typed
  const saved = await (await import('./saved.ts')).replaceBySaved(typed, world)
  // A saved command never runs another one, but it may be one of the others.
  return saved.command.action?.rewrite === 'saved' ? saved : rewritten(saved, world)
}

/** The number of suggestions. A budget has as many as it has shares. */
const defaultLimit = 10

/**
 * Returns the search that `portfolio suggest` stands for, parsed with the options that were given; -v prints its
 * command line. Other commands, help, and errors in the command line stay as typed. Throws `KivaError` of kind
 * `usage`.
 */
export function replaceBySearch(typed: ParsedCommand): ParsedCommand {
  const { command, words, given, problem, root } = typed
  const [text = me, ...more] = words
  if (command.action?.rewrite !== 'search' || more.length > 0 || problem || given.has('help')) return typed
  const lender = String(parseTypedValue('<lender>', lenders.endpoints.loans.params.lender_id, [text]))
  const options = optionWords(typed)
  const search = [
    ...searchWords(lender),
    ...(given.has('limit') || given.has('budget') ? [] : [`--limit=${defaultLimit}`]),
    ...options,
  ]
  const line = ['kiva', ...search].map((word) => word.split('=').map(shellWord).join('='))
  return { ...parse(search, root), notes: [line.join(' ')] }
}

/** Loans that the lender lacks: those in rare places of the portfolio first, one per country and partner. */
const searchWords = (lender: string): readonly string[] => [
  'loans',
  'search',
  '--status=fundraising',
  `--not-lent-by=${lender}`,
  `--lender=${lender}`,
  '--with=mine',
  '--order=derived.mine.in_country,derived.mine.in_partner,derived.mine.in_sector',
  '--at-most=1:location.country_code',
  '--at-most=1:partner_id',
]
