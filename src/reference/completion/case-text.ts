/** The text that bash and zsh share: rows of a `case`. */
import { shellWord } from '../../shell-word.ts'
import type { Key } from './value-rows.ts'

/** The lines of a `case`: the patterns of each row, and what is done there. */
export function caseText(subject: string, rows: readonly (readonly [readonly string[], string])[]): string {
  const lines = rows.map(([patterns, body]) => `    ${patterns.join(' | ')}) ${body} ;;`)
  return [`  case ${subject} in`, ...lines, '  esac'].join('\n')
}

/** As a pattern that a path, a blank and a word are held against. */
export const keyPattern = ({ path, word }: Key): string =>
  path === undefined ? `*${shellWord(` ${word}`)}` : shellWord(`${path} ${word}`)

/** As the words of an array. */
export const array = (words: readonly string[]): string => `(${words.map(shellWord).join(' ')})`
