import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanLines } from '../../../src/output/gate/text.ts'
import { diff } from '../../../src/output/screen/diff.ts'
import { rowOf } from '../../../src/output/screen/row.ts'
import { screenOf } from '../../../src/output/screen/screen.ts'
import { width } from '../../../src/output/terminal/width.ts'

it('a row of any text has exactly its columns, and its strokes stay within them', () => {
  const line = fc.string({ unit: 'binary', maxLength: 40 }).map(cleanLines)
  fc.assert(
    fc.property(line, line, fc.integer({ min: 1, max: 30 }), (before, after, columns) => {
      const row = rowOf(after, columns)
      expect(row.texts).toHaveLength(columns)
      expect(row.styles).toHaveLength(columns)
      expect(row.texts[0]).not.toBe('')
      for (const stroke of diff(screenOf([before], columns, 1), screenOf([after], columns, 1))) {
        if (stroke.kind === 'scroll') continue
        expect(stroke.column).toBeLessThan(columns)
        if (stroke.kind === 'text') expect(stroke.column + width(stroke.text)).toBeLessThanOrEqual(columns)
      }
    }),
    { seed: 17, numRuns: 500 },
  )
})

it('a sequence of kiva between a letter and its mark does not part them', () => {
  expect(rowOf('\x1b[1me\x1b[22m\u0301x', 4).texts).toEqual(['e\u0301', 'x', ' ', ' '])
})
