/** Color themes: each changes the sequences of a painted line. */
import { type Role, roles } from '../../output/gate/gate.ts'

export type Theme = 'normal' | 'mono' | 'high-contrast'

/** Returns a function that puts painted lines into a theme. */
export const themed: Readonly<Record<Exclude<Theme, 'normal'>, (line: string) => string>> = {
  mono: (line) => replaced(line, mono),
  'high-contrast': (line) => replaced(line, highContrast),
}

const bold = roles.name
const attributes: readonly Role[] = ['name', 'label', 'selected']
const hues = Object.values(roles).filter((role) => !attributes.some((name) => roles[name] === role))
const sequence = (code: number) => `\x1b[${code}m`

/** Bold, dim and inverse without any hue. */
const mono: ReadonlyMap<string, string> = new Map(
  hues.flatMap(({ begin, end }) => [
    [sequence(begin), ''],
    [sequence(end), ''],
  ]),
)

/** Nothing is dim, and what has a hue is bold. */
const highContrast: ReadonlyMap<string, string> = new Map([
  [sequence(roles.label.begin), ''],
  ...hues.flatMap(({ begin, end }): readonly (readonly [string, string])[] => [
    [sequence(begin), sequence(bold.begin)],
    [sequence(end), sequence(bold.end)],
  ]),
])

const replaced = (line: string, by: ReadonlyMap<string, string>): string =>
  line.includes('\x1b') ? line.replace(/\x1b\[\d+m/g, (code) => by.get(code) ?? code) : line
