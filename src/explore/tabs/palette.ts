/** What the palette offers: command lines of endpoints, their options and values, and the actions of keys. */
import { type CommandSpec, withDescendants } from '../../cli/command-spec.ts'
import { foldText } from '../../core/fold-text.ts'
import { type Action, actionNames, actions } from '../keymap.ts'
import type { State } from '../state/state.ts'
import { argvOfAddress } from './addresses.ts'

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

/**
 * Returns the entries for a typed text, the best one first: `enter` runs it. A command line that is typed out stands before
 * its options; else the typed text itself is the last one.
 */
export function entriesFor(state: State, text: string): readonly PaletteEntry[] {
  const typed = text.replace(/^\s*kiva(\s+|$)/, '').trimStart()
  const commands = commandsOf(state)
  const command = commands.find(({ path }) => `${typed} `.startsWith(`${path} `))
  if (command) return [typedEntry(typed), ...optionEntries(command.spec, typed)].slice(0, most)
  const pasted = argvOfAddress(typed)
  // Keys lead to the lists: before anything is typed, what only the palette has stands first.
  const isList = ({ spec }: (typeof commands)[number]) => spec.endpoint !== undefined
  const others = commands.filter((command) => !isList(command)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const ordered = typed === '' ? [...others, ...commands.filter(isList)] : commands
  const entries: readonly PaletteEntry[] = [
    ...[...state.saved].map(([name, argv]) => ({
      label: `saved ${name}`,
      brief: argv.join(' '),
      text: argv.join(' '),
      argv,
      saved: name,
    })),
    ...ordered.map(({ path, spec }) => ({
      label: path,
      brief: spec.brief,
      text: `${path} `,
      ...(spec.args.every(({ optional }) => optional) && { argv: path.split(' ') }),
    })),
    ...actionNames.map((name) => ({
      label: state.keymap.keysOf[name]
        .slice(0, 1)
        .map((key) => `(${key})`)
        .join(''),
      brief: actions[name].brief,
      text,
      action: name,
    })),
  ]
  const found = entries
    .flatMap((entry) => {
      const rank = rankOf(entry, foldText(typed.trim()))
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry)
  if (typed === '') return found.slice(0, most)
  return [
    ...(pasted ? [{ label: pasted.join(' '), brief: '', text: pasted.join(' '), argv: pasted }] : []),
    ...found.slice(0, most - 1),
    typedEntry(typed),
  ]
}

/** Returns how well an entry matches folded typed text: the better, the lower; `undefined` if it does not. */
function rankOf({ label, brief, action }: PaletteEntry, typed: string): number | undefined {
  const name = foldText(action ? brief : label)
  const text = `${name} ${action ? '' : foldText(brief)}`
  if (name === typed || (action && label === `(${typed})`)) return 0
  if (name.startsWith(typed)) return 1
  const words = text.split(/[\s:,]+/)
  const isNamed = (word: string) => words.some((other) => other.startsWith(word))
  if (typed.split(/\s+/).every(isNamed)) return 2
  if (text.includes(typed)) return 3
  if (isSubsequence(typed, name)) return 4
  return isSubsequence(typed, text) ? 5 : undefined
}

const typedEntry = (typed: string): PaletteEntry => ({
  label: typed,
  brief: '',
  text: typed,
  argv: wordsOf(typed),
})

/** The commands that run within a session, with their words after `kiva`: lists and records first. */
function commandsOf({ root }: State) {
  const all = withDescendants(root).map((spec) => ({ path: spec.path.split(' ').slice(1).join(' '), spec }))
  const isInside = ({ action }: CommandSpec) => action?.inExplore || action?.rewrite === 'search'
  return [...all.filter(({ spec }) => spec.endpoint), ...all.filter(({ spec }) => isInside(spec))]
}

function optionEntries(spec: CommandSpec, typed: string): readonly PaletteEntry[] {
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
  const lower = foldText(text)
  for (const letter of foldText(letters).replaceAll(' ', '')) {
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
