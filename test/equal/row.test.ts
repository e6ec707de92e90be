/** What a row prints of a failing case. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Compared, markets, row } from './row.ts'

const failures: Readonly<Record<string, () => Compared>> = {
  'two answers': () => ({ one: 'right', other: 'wrong', found: 1 }),
  'an error': () => {
    throw new Error('wrong')
  },
}

describe.each(Object.entries(failures))('a case with %s', (_, fail) => {
  const broken = row({
    name: 'broken',
    runs: 20,
    cases: fc.record({ market: markets, limit: fc.nat(100) }),
    lines: ({ limit }) => [['loans', 'search', '--limit', String(limit)]],
    compare: async ({ limit }, { loans }) =>
      limit > 20 && loans.some(({ status }) => status === 'paid') ? fail() : { one: '', other: '', found: 1 },
  })

  test('is printed small, with the path that finds it again', async () => {
    const printed = String(await broken.check(3, 20).catch(String))
    expect(printed).toContain('  kiva loans search --limit 21\n')
    expect(printed).toMatch(/^ {2}\{"loans":\[\{"id":\d+,"status":"paid"\}\]\}$/m)
    expect(printed).toContain('wrong')
    const [, path] = /^Again: npm run equal -- broken 3 ([\d:]+)$/m.exec(printed) ?? []
    const [, ...lines] = printed.split('\n')
    const [, ...again] = String(await broken.check(3, 20, path).catch(String)).split('\n')
    expect(again).toEqual(lines)
  })
})
