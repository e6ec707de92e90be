/** Prints records for screen readers, one `name: value` per line. */

import { isObject, type Json } from '../../core/json.ts'
import type { View } from '../view.ts'
import { line } from '../words/line.ts'
import { type Column, cellText } from './column.ts'

/** Returns a function that prints rows as lines, with an empty line between two records. */
export function newPlainRecords(list: readonly Column[], { now }: View): (rows: readonly Json[]) => string {
  let before = ''
  const write = (row: Json) => {
    if (!isObject(row)) return `${line(row)}\n`
    const cells = list.map((column) => [nameOf(column.header), cellText(column, row, now)] as const)
    const text = cells.flatMap(([name, value]) => (value === '' ? [] : `${name}: ${value}\n`)).join('')
    const drawn = before + text
    before = '\n'
    return drawn
  }
  return (rows) => rows.map(write).join('')
}

/** `LENDS BECAUSE` → `Lends because`: screen readers may spell out capitals. */
const nameOf = (header: string) =>
  header === 'ID' ? header : header.charAt(0) + header.slice(1).toLowerCase()
