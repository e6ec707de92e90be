import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawTable } from '../../../src/output/page/terminal-table.ts'
import { type Cell, drawGrid } from '../../../src/output/table/grid.ts'
import { width } from '../../../src/output/terminal/width.ts'

const text = fc
  .oneof(fc.constantFrom('', ' ', 'to buy seeds', '李小龙', 'นงลักษณ์', '👩‍🌾', '\u200b', '61 %'), fc.string())
  .map((one) => one.replaceAll(/\p{Cc}/gu, ''))
const cell = fc
  .tuple(text, fc.boolean())
  .map(
    ([plain, isPainted]): Cell => ({ text: plain, painted: isPainted ? `\x1b[1m${plain} \x1b[0m` : plain }),
  )
const tables = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.record({
    rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 6 }),
    more: fc.array(fc.nat(3), { minLength: columns, maxLength: columns }),
    aligns: fc.array(fc.constantFrom('left' as const, 'right' as const), {
      minLength: columns,
      maxLength: columns,
    }),
  }),
)

it('draws the same bytes as cli-table3', () => {
  fc.assert(
    fc.property(tables, ({ rows, more, aligns }) => {
      const widths = more.map((extra, at) =>
        Math.max(1, extra + Math.max(0, ...rows.map((row) => width(row[at]?.text ?? '')))),
      )
      expect(drawGrid(rows, widths, aligns)).toBe(drawTable(rows, widths, aligns))
    }),
    { numRuns: 500 },
  )
})
