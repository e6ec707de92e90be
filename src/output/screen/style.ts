/** The colors of a cell as a set of bits, one for each way a role begins. */
import { roles } from '../gate/roles.ts'

/** 0 is the default colors. */
export type Style = number

const pairs = new Map(Object.values(roles).map(({ begin, end }): [number, number] => [begin, end]))

const starts = [...pairs].map(([begin, end], index) => ({ begin, end, bit: 1 << index }))

const bitsWhere = (test: (start: (typeof starts)[number]) => boolean) =>
  starts.filter(test).reduce((bits, { bit }) => bits | bit, 0)

/** The foreground colors (ECMA-48 §8.3.117): one replaces another. */
const foreground = bitsWhere(({ end }) => end === 39)

/** The only style that shows in a space. */
export const inverse = bitsWhere(({ begin }) => begin === 7)

/** Returns the style after one of kiva's own color sequences, `CSI n m`. */
export function restyled(style: Style, sequence: string): Style {
  const code = Number(sequence.slice(2, -1))
  const start = starts.find(({ begin }) => begin === code)
  if (start === undefined) return style & ~bitsWhere(({ end }) => end === code)
  return (start.end === 39 ? style & ~foreground : style) | start.bit
}

const changes = new Map<number, string>()

/** Returns the shortest sequences that lead from one style to another. */
export function changeOf(from: Style, to: Style): string {
  if (from === to) return ''
  const key = from * 0x1_0000 + to
  const known = changes.get(key)
  if (known !== undefined) return known
  const isReplaced = (end: number) => end === 39 && (to & foreground) !== 0
  const ends = new Set(
    starts.filter(({ bit, end }) => from & ~to & bit && !isReplaced(end)).map(({ end }) => end),
  )
  // Bold and dim end with the same code, so one that stays must begin again.
  const begins = starts.filter(({ bit, end }) => to & bit && (!(from & bit) || ends.has(end)))
  const made = [...ends, ...begins.map(({ begin }) => begin)].map((code) => `\x1b[${code}m`).join('')
  changes.set(key, made)
  return made
}
