/** How much there is at a spot, as a shade. */

/** From few to many. */
const letters = ['░', '▒', '▓', '█'] as const

/** The shade of a value beside the largest there is: the darkest from a half of it on, the next from a half of that. */
export function shadeOf(value: number, largest: number): string {
  const halvings = value > 0 && largest > 0 ? Math.floor(Math.log2(largest / value) + 1e-9) : letters.length
  return letters[Math.max(0, letters.length - 1 - halvings)] ?? letters[0]
}

export interface Shade {
  readonly letter: string
  readonly from: number
  readonly to: number
}

/** The shades of some values, from few to many, each with the least and the most that it stands for. */
export function shadesOf(values: readonly number[], largest: number): readonly Shade[] {
  return letters.flatMap((letter) => {
    const those = values
      .filter((value) => shadeOf(value, largest) === letter)
      .sort((one, other) => one - other)
    const [from = 0] = those
    return those.length === 0 ? [] : [{ letter, from, to: those.at(-1) ?? from }]
  })
}
