/** Shades for the values on a map. */

/** From low to high. */
const letters = ['░', '▒', '▓', '█'] as const

/**
 * Returns the shade of a value compared with the largest one: the darkest from one half of it, the next from
 * one quarter, and so on.
 */
export function shadeOf(value: number, largest: number): string {
  const halvings = value > 0 && largest > 0 ? Math.floor(Math.log2(largest / value) + 1e-9) : letters.length
  return letters[Math.max(0, letters.length - 1 - halvings)] ?? letters[0]
}

export interface Shade {
  readonly letter: string
  readonly from: number
  readonly to: number
}

/** Returns the shades used for some values, from low to high, each with its smallest and largest value. */
export function shadesOf(values: readonly number[], largest: number): readonly Shade[] {
  return letters.flatMap((letter) => {
    const those = values
      .filter((value) => shadeOf(value, largest) === letter)
      .sort((one, other) => one - other)
    const [from = 0] = those
    return those.length === 0 ? [] : [{ letter, from, to: those.at(-1) ?? from }]
  })
}
