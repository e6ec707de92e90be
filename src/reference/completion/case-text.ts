/** The text that bash and zsh share: rows of a `case`. */
import { shellWord } from '../../shell-word.ts'
import { optionWords, type Place, toldPlaces } from './places.ts'
import { type Key, type ValueRow, valueRows } from './value-rows.ts'
import type { Candidate } from './values.ts'

/** Patterns, and what is done where one fits. */
type Row = readonly [patterns: readonly string[], body: string]

/** Writes words as an array, with what they are where the shell shows it. */
type List = (all: readonly Candidate[]) => string

/** Sets `verbs` and `flags` by `place`, and `place` itself where aliases led there. */
export const placeCases = (places: readonly Place[], list: List): string =>
  caseText(
    '$place',
    toldPlaces(places).map(({ paths, commands, options }): Row => {
      const sets = [
        ...(paths.length > 1 ? [`place=${shellWord(paths[0] ?? '')}`] : []),
        ...(commands.length > 0 ? [`verbs=${list(commands)}`] : []),
        ...(options.length > 0 ? [`flags=${list(optionWords(options))}`] : []),
      ]
      return [paths.map(shellWord), sets.join(' ')]
    }),
  )

/** Sets `kind` and `values` by `place` and the word that is asked for. */
export const valueCases = (places: readonly Place[], list: List): string =>
  caseText(
    '"$place $1"',
    valueRows(places).map(({ keys, values: { kind, set } }: ValueRow): Row => {
      const values = set.length > 0 ? ` values=${list(set)}` : ''
      return [keys.map(keyPattern), `kind=${kind}${values}`]
    }),
  )

function caseText(subject: string, rows: readonly Row[]): string {
  const lines = rows.map(([patterns, body]) => `    ${patterns.join(' | ')}) ${body} ;;`)
  return [`  case ${subject} in`, ...lines, '  esac'].join('\n')
}

/** As a pattern that a path, a blank and a word are held against. */
const keyPattern = ({ path, word }: Key): string =>
  path === undefined ? `*${shellWord(` ${word}`)}` : shellWord(`${path} ${word}`)

/** As the words of an array. */
export const array = (words: readonly string[]): string => `(${words.map(shellWord).join(' ')})`
