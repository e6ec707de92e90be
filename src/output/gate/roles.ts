/**
 * The uses of color, and the marks for rows of pictures. The gate lets no other sequence reach a terminal.
 */

interface Style {
  /** chalk's name of the style. */
  readonly style: 'bold' | 'dim' | 'cyan' | 'yellow' | 'redBright' | 'green' | 'magenta' | 'inverse'
  /** The SGR parameters that turn it on and off (ECMA-48 §8.3.117). A test compares them with chalk. */
  readonly begin: number
  readonly end: number
}

export const roles = {
  /** The name of a person or thing: the most prominent text. */
  name: { style: 'bold', begin: 1, end: 22 },
  /** Headers and labels. */
  label: { style: 'dim', begin: 2, end: 22 },
  /** The first accent color: how much of a loan is funded. */
  accent: { style: 'cyan', begin: 36, end: 39 },
  /** The second accent color: a loan that ends soon or has expired. */
  warning: { style: 'yellow', begin: 33, end: 39 },
  /** A loan that is late or lost money. */
  danger: { style: 'redBright', begin: 91, end: 39 },
  /** JSON keys, strings, and all other values. */
  key: { style: 'cyan', begin: 36, end: 39 },
  string: { style: 'green', begin: 32, end: 39 },
  literal: { style: 'magenta', begin: 35, end: 39 },
  /** The selected row of a full-screen list. */
  selected: { style: 'inverse', begin: 7, end: 27 },
} as const satisfies Record<string, Style>

export type Role = keyof typeof roles

const codes = new Set(Object.values(roles).flatMap(({ begin, end }) => [begin, end]))

/**
 * Names a row of a picture: the number of the picture, its row, its columns, and its rows if it is only drawn
 * whole, else 0. The gate replaces it, so it never reaches a terminal.
 */
const pictureMark = '\\x1b_\\d{1,9};\\d{1,2};\\d{1,2};\\d{1,2}\\x1b\\\\'

/** Pattern source that matches kiva's own colors and no other sequence. */
export const ownColors = `\\x1b\\[(?:${[...codes].join('|')})m`

/** Pattern source that matches all of kiva's own zero-width sequences before they reach the gate. */
export const ownSequences = `${ownColors}|${pictureMark}`

/** Pattern source that matches a whole row of a picture: its name, and one character per column. */
export const pictureRows = `${pictureMark}▀*`
