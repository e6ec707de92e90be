/** Command lines that are nearly right: each is told with the command that was meant. */

import { nearest } from '../../api/nearest.ts'
import { findCountry } from '../../api/values/countries.ts'
import { KivaError } from '../../errors.ts'
import { shellWord } from '../../shell-word.ts'
import type { ParsedCommand } from '../parse.ts'
import type { ArgumentSpec, CommandSpec } from '../tree/command-spec.ts'

/** Words that hands know from other tools, by the whole they stand in. */
const knownSlips: Readonly<Record<string, string>> = {
  'kiva whoami': 'kiva auth status, or kiva my account',
  'kiva me': 'kiva my account',
  'kiva account': 'kiva my account',
  'kiva version': 'kiva --version',
  'kiva search': 'kiva loans search',
  'kiva status': 'kiva auth status',
  'kiva auth login': 'kiva login',
  'kiva auth logout': 'kiva logout',
  'kiva auth token': 'kiva auth header GET <url>',
  'kiva settings': 'kiva config list',
  'kiva config show': 'kiva config list',
  'kiva loans list': 'kiva loans search, or kiva loans newest',
  'kiva lenders list': 'kiva lenders search, or kiva lenders newest',
  'kiva teams list': 'kiva teams search',
  'kiva partners search': 'kiva partners list',
  'kiva partners show': 'kiva partners list',
  'kiva journal-entries list': 'kiva journal-entries search',
  'kiva lending-actions list': 'kiva lending-actions recent',
}

/** A word that names none of a group's commands. */
export function unknownWord(command: CommandSpec, words: readonly string[]): KivaError {
  const [word = ''] = words
  return new KivaError('usage', `unknown command '${command.path} ${word}'`, {
    hint: `${meantBy(command, words)}See ${command.path} --help.`,
  })
}

/** What sends requests elsewhere. */
const senders = ['get', 'curl', 'http', 'request', 'fetch']

function meantBy(command: CommandSpec, words: readonly string[]): string {
  const [word = '', path] = words
  if (command.path === 'kiva') {
    if (word.startsWith('/')) return `Did you mean kiva api ${shellWord(word)}? `
    if (senders.includes(word.toLowerCase()))
      return `Did you mean kiva api ${path === undefined ? '<path>' : shellWord(path)}? `
  }
  const known = knownSlips[`${command.path} ${word.toLowerCase()}`]
  if (known !== undefined) return `Did you mean ${known}? `
  const show = command.children.find(({ name }) => name === 'show')
  if (show && /^#?\d|^https?:/.test(word)) return `Did you mean ${show.path} ${word}? `
  const names = command.children.flatMap(({ name, aliases }) => [name, ...aliases])
  const near = nearest(word, names)
  return near === undefined ? '' : `Did you mean ${command.path} ${near}? `
}

/** More words than a command has arguments for. */
export function tooManyWords({ command, words }: ParsedCommand): KivaError {
  const extra = words.slice(command.args.length)
  const takes =
    command.args.length === 0 ? 'no argument' : `only ${command.args.map(({ usage }) => usage).join(' ')}`
  return new KivaError('usage', `${command.path} takes ${takes}, and "${extra.join(' ')}" is too much`, {
    hint: `${searchFor(command, extra)}See ${command.path} --help.`,
  })
}

/** Words given to a search without an option. */
function searchFor(command: CommandSpec, words: readonly string[]): string {
  const takes = (name: string) => command.options.find((option) => option.name === name)?.long
  const text = words.join(' ')
  const country =
    takes('country_code') && /^\p{L}[\p{L} .'-]{3,}$/u.test(text) ? findCountry(text) : undefined
  if (country?.name.toLowerCase() === text.toLowerCase()) {
    return `By country: ${command.path} ${takes('country_code')} ${country.code}. `
  }
  return takes('q') ? `By words: ${command.path} --q ${/\s/.test(text) ? `"${text}"` : text}. ` : ''
}

/** An argument that was left out. */
export function missingArgument(command: CommandSpec, { label }: ArgumentSpec): KivaError {
  const example = (command.endpoint ?? command.action)?.examples.find((line) => line !== '')
  return new KivaError('usage', `${command.path} needs ${label}`, {
    hint: `Such as: ${command.path} ${example ?? label}`,
  })
}
