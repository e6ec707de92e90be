/** What the palette offers: command lines of endpoints, their options and values, and the actions of keys. */
import { withDescendants } from '../../cli/command-spec.ts'
import { type Action, actionNames, actions } from '../keymap.ts'
import type { State } from '../state/state.ts'

interface PaletteEntry {
  readonly label: string
  readonly brief: string
  /** What the input becomes with Tab. */
  readonly text: string
  /** The command line to open; unset for one that is not complete. */
  readonly argv?: readonly string[]
  /** The name of the saved command that it is. */
  readonly saved?: string
  readonly action?: Action
}

/** At most this many entries are offered. */
const most = 40

/** Returns the entries for a typed text; what is named exactly comes first, then the typed text itself. */
export function entriesFor(state: State, text: string): readonly PaletteEntry[] {
  const typed = text.replace(/^\s*kiva(\s+|$)/, '').trimStart()
  const command = endpointsOf(state).find(({ path }) => `${typed} `.startsWith(`${path} `))
  if (command) return [typedEntry(typed), ...optionEntries(command.spec, typed)].slice(0, most)
  const commands = endpointsOf(state)
    .filter(({ path, spec }) => isSubsequence(typed, `${path} ${spec.brief}`))
    .map(
      ({ path, spec }): PaletteEntry => ({
        label: path,
        brief: spec.brief,
        text: `${path} `,
        ...(spec.args.length === 0 && { argv: path.split(' ') }),
      }),
    )
  const saved = [...state.saved]
    .filter(([name]) => isSubsequence(typed, `saved ${name}`))
    .map(
      ([name, argv]): PaletteEntry => ({
        label: `saved ${name}`,
        brief: argv.join(' '),
        text: argv.join(' '),
        argv,
        saved: name,
      }),
    )
  const keys = actionNames
    .filter((name) => isSubsequence(typed, actions[name].brief))
    .map(
      (name): PaletteEntry => ({
        label: state.keymap.keysOf[name]
          .slice(0, 1)
          .map((key) => `(${key})`)
          .join(''),
        brief: actions[name].brief,
        text,
        action: name,
      }),
    )
  const found = [...saved, ...commands, ...keys].toSorted(
    (one, other) => rankOf(one, typed) - rankOf(other, typed),
  )
  if (typed === '') return found.slice(0, most)
  const isNamed = ({ label, brief, action }: PaletteEntry) =>
    [label, ...(action ? [`${brief.toLowerCase()}`, label.slice(1, -1)] : [])].includes(typed.trim())
  const named = found.filter(isNamed)
  return [...named, typedEntry(typed), ...found.filter((entry) => !named.includes(entry))].slice(0, most)
}

/** The closer a text is to what was typed, the lower. */
function rankOf({ label, brief, action }: PaletteEntry, typed: string): number {
  const text = (action ? brief : label).toLowerCase()
  const letters = typed.trim().toLowerCase()
  if (text.startsWith(letters)) return 0
  if (text.includes(letters)) return 1
  return isSubsequence(letters, text) ? 2 : 3
}

const typedEntry = (typed: string): PaletteEntry => ({
  label: typed,
  brief: '',
  text: typed,
  argv: wordsOf(typed),
})

/** The commands of endpoints with their words after `kiva`. */
function endpointsOf({ root }: State) {
  return withDescendants(root).flatMap((spec) =>
    spec.endpoint ? [{ path: spec.path.split(' ').slice(1).join(' '), spec }] : [],
  )
}

function optionEntries(
  spec: ReturnType<typeof endpointsOf>[number]['spec'],
  typed: string,
): readonly PaletteEntry[] {
  const words = typed.split(' ')
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1).join(' ')
  const option = spec.options.find(({ long }) => long === words.at(-2))
  const choices = option?.value === undefined ? undefined : (option.choices ?? option.known)
  if (choices)
    return choices
      .filter((choice) => isSubsequence(last, choice))
      .map((choice) => ({
        label: choice,
        brief: '',
        text: `${before} ${/\s/.test(choice) ? `"${choice}"` : choice} `,
      }))
  if (!last.startsWith('-')) return []
  return spec.options
    .filter(({ long }) => long.startsWith(last))
    .map(({ long, brief }) => ({ label: long, brief, text: `${before} ${long} ` }))
}

/** Returns whether the letters of a text come in this order, whatever is between them. */
function isSubsequence(letters: string, text: string): boolean {
  let at = 0
  const lower = text.toLowerCase()
  for (const letter of letters.toLowerCase().replaceAll(' ', '')) {
    at = lower.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Splits a typed command line: quotes group words, and a leading `kiva` is dropped. */
export function wordsOf(text: string): readonly string[] {
  const words = [...text.matchAll(/(?:[^\s"']+|"[^"]*"?|'[^']*'?)+/g)].map(([word]) =>
    word.replace(/["']/g, ''),
  )
  return words[0] === 'kiva' ? words.slice(1) : words
}
