/** Inserts thousands separators into a whole number of plain digits: `1,234,567`. */
export function withThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * Returns a number with its noun, which is passed in the plural: `1 journal entry`, `1,234 journal entries`.
 */
export function counted(number: number, nouns: string): string {
  const noun = number === 1 ? nouns.replace(/ies$/, 'y').replace(/s$/, '') : nouns
  return `${withThousands(number)} ${noun}`
}
