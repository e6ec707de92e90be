/** Separates the thousands of a whole number, given in plain digits: `1,234,567`. */
export function withThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A number with its noun, which is given in the plural: `1 journal entry`, `1,234 journal entries`. */
export function counted(number: number, nouns: string): string {
  const noun = number === 1 ? nouns.replace(/ies$/, 'y').replace(/s$/, '') : nouns
  return `${withThousands(number)} ${noun}`
}
