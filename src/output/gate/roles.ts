/**
 * What color is used for, and what stands for a picture. There is nothing else: the gate lets no other sequence reach a
 * terminal.
 */

interface Style {
  /** chalk's name for it. */
  readonly style: 'bold' | 'dim' | 'cyan' | 'yellow' | 'green' | 'magenta'
  /** The SGR parameters that begin and end it (ECMA-48 §8.3.117); a test holds them against chalk. */
  readonly begin: number
  readonly end: number
}

export const roles = {
  /** Of a person or a thing: what the eye looks for first. */
  name: { style: 'bold', begin: 1, end: 22 },
  /** Headers and labels. */
  label: { style: 'dim', begin: 2, end: 22 },
  /** The one accent: how far a loan is funded. */
  accent: { style: 'cyan', begin: 36, end: 39 },
  /** The second: an expiring loan. */
  warning: { style: 'yellow', begin: 33, end: 39 },
  /** Of JSON: the names of fields, their texts, and all other values. */
  key: { style: 'cyan', begin: 36, end: 39 },
  string: { style: 'green', begin: 32, end: 39 },
  literal: { style: 'magenta', begin: 35, end: 39 },
} as const satisfies Record<string, Style>

export type Role = keyof typeof roles

const codes = new Set(Object.values(roles).flatMap(({ begin, end }) => [begin, end]))

/** Names a row of a picture, which the gate has hung before it; a terminal never gets it. */
const pictureMark = '\\x1b_\\d{1,9};\\d{1,2}\\x1b\\\\'

/** A pattern (as source) that matches our own colors and no other sequence. */
export const ownColors = `\\x1b\\[(?:${[...codes].join('|')})m`

/** The same for all sequences that text of our own has in it before it reaches the gate: they take no column. */
export const ownSequences = `${ownColors}|${pictureMark}`

/** A pattern for a whole row of a picture: what names it, and a letter for each of its columns. */
export const pictureRows = `${pictureMark}▀*`

/** The text that stands for a row of a picture, to be measured and set as what it will be; and the name of it. */
export function pictureRow(
  picture: number,
  row: number,
  columns: number,
): { readonly name: string; readonly text: string } {
  const name = `\x1b_${picture};${row}\x1b\\`
  return { name, text: name + '▀'.repeat(columns) }
}
