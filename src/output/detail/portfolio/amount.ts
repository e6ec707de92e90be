import { money } from '../../words/format.ts'

/** `$12.50`, `$1,250.00`: always with cents, so that columns align and sums can be checked. */
export const amount = (dollars: number): string => {
  const text = money(dollars)
  return text.includes('.') ? text : `${text}.00`
}
