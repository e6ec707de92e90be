/** What colour is used for. The only colours there are: the gate lets no other sequence reach a terminal. */

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

/** A pattern (as source) that matches our own sequences and no other. */
export const ownSequences = `\\x1b\\[(?:${[...codes].join('|')})m`
