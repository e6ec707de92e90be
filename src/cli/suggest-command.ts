/** Errors for mistyped commands and arguments, with the command that was probably meant. */

import { findCountry } from '../api/countries.ts'
import { nearest } from '../api/nearest.ts'
import { KivaError } from '../core/errors.ts'
import { shellWord } from '../core/shell-word.ts'
import type { ArgumentSpec, CommandSpec } from './command-spec.ts'
import type { ParsedCommand } from './parse.ts'
import { meantLine } from './slips.ts'

/** Commands of other tools that may mean one of several commands here, or need more words. */
const knownSlips: Readonly<Record<string, string>> = {
  'kiva whoami': 'kiva auth status, or kiva my account',
  'kiva version': 'kiva --version',
  'kiva search': 'kiva loans search',
  'kiva auth token': 'kiva auth header GET <url>',
  'kiva shortlist show': 'kiva shortlist list <name>',
  'kiva loans list': 'kiva loans search, or kiva loans newest',
  'kiva lenders list': 'kiva lenders search, or kiva lenders newest',
  'kiva teams list': 'kiva teams search',
  'kiva journal-entries list': 'kiva journal-entries search',
  'kiva lending-actions list': 'kiva lending-actions recent',
}

/** Returns the error for an unknown command in a group. */
export function unknownWord(typed: Pick<ParsedCommand, 'command' | 'words' | 'argv' | 'root'>): KivaError {
  const { command, words } = typed
  const [word = ''] = words
  return new KivaError('usage', `unknown command "${command.path} ${word}"`, {
    hint: `${meant(typed) ?? suggestionFor(command, words)}See ${command.path} --help.`,
  })
}

function meant(typed: Pick<ParsedCommand, 'argv' | 'root'>): string | undefined {
  const line = meantLine(typed)
  return line && `Did you mean ${line}? `
}

/** Names of commands that send requests in other tools. */
const senders = ['get', 'curl', 'http', 'request', 'fetch']

function suggestionFor(command: CommandSpec, words: readonly string[]): string {
  const [word = '', path] = words
  if (command.path === 'kiva') {
    if (word.startsWith('/')) return `Did you mean kiva api ${shellWord(word)}? `
    if (senders.includes(word.toLowerCase()))
      return `Did you mean kiva api ${path === undefined ? '<path>' : shellWord(path)}? `
  }
  if (command.path === 'kiva' && word.toLowerCase() === 'lend')
    return `To lend on the website: kiva loans show ${path === undefined ? '<id>' : shellWord(path)} --web. `
  const verb = word.toLowerCase()
  const known = knownSlips[`${command.path} ${verb === 'ls' ? 'list' : verb}`]
  if (known !== undefined) return `Did you mean ${known}? `
  const show = command.children.find(({ name }) => name === 'show')
  if (show && /^#?\d|^https?:/.test(word)) return `Did you mean ${show.path} ${word}? `
  const names = command.children.flatMap(({ name, aliases }) => [name, ...aliases])
  const near = nearest(word, names)
  return near === undefined ? '' : `Did you mean ${command.path} ${near}? `
}

/** Returns the error for unexpected arguments. */
export function tooManyWords({ command, words, argv }: ParsedCommand): KivaError {
  const extra = words.slice(command.args.length)
  const noun = extra.length === 1 ? 'argument' : 'arguments'
  return new KivaError('usage', `unexpected ${noun} "${extra.join(' ')}"`, {
    hint: `${fieldsMeant(argv) ?? searchFor(command, extra)}See ${command.path} --help.`,
  })
}

/**
 * Returns the error of an id: with the fields that may have been meant by words after `--fields`, or the search for a
 * name.
 */
export function withMeaning(problem: unknown, typed: ParsedCommand): unknown {
  if (!(problem instanceof KivaError) || problem.kind !== 'usage') return problem
  const line = meantLine(typed)
  const hint = fieldsMeant(typed.argv)?.trimEnd() ?? (line && `To search for text: ${line}`)
  return hint ? problem.copyWith(problem.kind, problem.sentence, { hint }) : problem
}

/** Suggests commas where several words follow `--fields`. */
function fieldsMeant(argv: readonly string[]): string | undefined {
  const rest = argv.slice(argv.indexOf('--fields') + 1)
  const end = rest.findIndex((word) => !/^[A-Za-z][\w.,]*$/.test(word))
  const names = argv.includes('--fields') ? rest.slice(0, end < 0 ? rest.length : end) : []
  return names.length < 2 ? undefined : `Did you mean --fields ${names.join(',').replace(/,+/g, ',')}? `
}

/** Suggests the search option for words given as arguments. */
function searchFor(command: CommandSpec, words: readonly string[]): string {
  const takes = (name: string) => command.options.find((option) => option.name === name)?.long
  const text = words.join(' ')
  const country =
    takes('country_code') && /^\p{L}[\p{L} .'-]{3,}$/u.test(text) ? findCountry(text) : undefined
  if (country?.name.toLowerCase() === text.toLowerCase()) {
    return `To search by country: ${command.path} ${takes('country_code')} ${country.code}. `
  }
  return takes('q') ? `To search for text: ${command.path} --q ${/\s/.test(text) ? `"${text}"` : text}. ` : ''
}

/** Returns the error for a missing argument, with an example. */
export function missingArgument(command: CommandSpec, { label }: ArgumentSpec): KivaError {
  const example = (command.endpoint ?? command.action)?.examples.find((line) => line !== '')
  return new KivaError('usage', `missing required argument ${label}`, {
    hint: `Example: ${command.path} ${example ?? label}`,
  })
}
