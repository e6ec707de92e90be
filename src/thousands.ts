/** Separates the thousands of a whole number, given in plain digits: `1,234,567`. */
export function withThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',')
}
