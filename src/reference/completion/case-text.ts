/** Builds the rows of a `case` statement for bash and zsh. */
import { shellWord } from '../../shell-word.ts'
import type { ConflictRow } from './conflicts.ts'
import { listedPlaces, optionWords, type Place } from './places.ts'
import { type Key, type ValueRow, valueRows } from './value-rows.ts'
import type { Candidate } from './values.ts'

/** Patterns, and the commands to run on a match. */
type Row = readonly [patterns: readonly string[], body: string]

/** Writes words as an array, with their descriptions if the shell shows them. */
type List = (all: readonly Candidate[]) => string

/**
 * Returns the `case` that sets `verbs` and `flags` by `place`. It also replaces a `place` reached by
 * aliases with the main name.
 */
export const placeCases = (places: readonly Place[], list: List): string =>
  caseText(
    '$place',
    listedPlaces(places).map(({ paths, commands, options }): Row => {
      const sets = [
        ...(paths.length > 1 ? [`place=${shellWord(paths[0] ?? '')}`] : []),
        ...(commands.length > 0 ? [`verbs=${list(commands)}`] : []),
        ...(options.length > 0 ? [`flags=${list(optionWords(options))}`] : []),
      ]
      return [paths.map(shellWord), sets.join(' ')]
    }),
  )

/** Returns the `case` that sets `kind` and `values` by `place` and the word to complete. */
export const valueCases = (places: readonly Place[], list: List): string =>
  caseText(
    '"$place $1"',
    valueRows(places).map(({ keys, values: { kind, set } }: ValueRow): Row => {
      const values = set.length > 0 ? ` values=${list(set)}` : ''
      return [keys.map(keyPattern), `kind=${kind}${values}`]
    }),
  )

/** Returns the `case` that adds to `taken` what cannot be used with the option `$1`. */
export const conflictCases = (conflicts: readonly ConflictRow[]): string =>
  caseText(
    '$1',
    conflicts.map(({ words, excluded }): Row => [words, `taken+=${excluded.join(',')},`]),
  )

function caseText(subject: string, rows: readonly Row[]): string {
  const lines = rows.map(([patterns, body]) => `    ${patterns.join(' | ')}) ${body} ;;`)
  return [`  case ${subject} in`, ...lines, '  esac'].join('\n')
}

/** Returns a pattern that matches a path, a space and a word. */
const keyPattern = ({ path, word }: Key): string =>
  path === undefined ? `*${shellWord(` ${word}`)}` : shellWord(`${path} ${word}`)

/** Returns words as a shell array. */
export const array = (words: readonly string[]): string => `(${words.map(shellWord).join(' ')})`
