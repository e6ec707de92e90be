import { expect, test } from 'vitest'
import { openSession } from './session.ts'

const needsOf = (lines: readonly string[]): readonly number[] => {
  const column = (lines[2] ?? '').indexOf('NEEDS') + 'NEEDS'.length
  return lines
    .slice(3, 11)
    .map((line) => Number(/\$([\d,]+)$/.exec(line.slice(0, column))?.[1]?.replace(',', '')))
}

test('F adds the forecast of the loaded loans without a request, sorts by need, and takes it away', async () => {
  const session = await openSession({ columns: 100, rows: 30 })
  const [, , header = ''] = await session.screen()
  expect(header).not.toContain('NEEDS')
  const searches = () => session.requests.filter(({ url }) => url.includes('/loans/search'))
  const before = searches().length
  await session.press('F')
  await session.until('NEEDS')
  const lines = await session.screen()
  expect(lines[1]).toMatch(/^ fundraising · with funding · 249 loans · highest NEEDS first of (\d+) loaded$/)
  const [, loaded = ''] = / (\d+) loaded$/.exec(lines[1] ?? '') ?? []
  expect(lines.at(-2)).toContain(`Forecast of ${loaded} loans. A reads ${249 - Number(loaded)} more: `)
  const needs = needsOf(lines)
  expect(needs[0]).toBeGreaterThan(100)
  expect(needs).toEqual(needs.toSorted((one, other) => other - one))
  expect(searches()).toHaveLength(before)
  // Later pages have the forecast too.
  await session.press('G', 'down')
  await session.until(`${Number(loaded) + 20} loaded`)
  expect(searches()).toHaveLength(before + 1)
  await session.press('g')
  expect(needsOf(await session.screen())).not.toContain(Number.NaN)
  await session.press('y', 'y')
  expect((await session.screen()).join('\n')).toContain('--with funding')
  await session.press('F')
  await session.until('Forecast taken away.')
  const after = await session.screen()
  expect(after[1]).toMatch(/^ fundraising · 249 loans · soonest to end first/)
  expect(after[2]).toBe(header)
  expect(searches()).toHaveLength(before + 1)
  await session.end()
})

test('F says which lists have a forecast', async () => {
  const session = await openSession({ argv: ['explore', 'partners', 'list'] })
  await session.press('F')
  expect((await session.screen()).at(-2)).toContain('Only loans have a forecast. Press 1 for loans.')
  await session.end()
})
