import { expect, test } from 'vitest'
import { openSession } from './session.ts'

test.each([
  ['asked<500', /^ \/ asked<500 +\d+ of \d+ shown$/],
  ['country:', /^ \/ country: +\d+ of \d+ shown$/],
  ['countr:kenya', /no column "countr" · 0 of \d+ shown$/],
  ['ends:<soon', /invalid value "<soon" · 0 of \d+ shown$/],
])('the line of the filter says what is wrong with %s', async (text, line) => {
  const session = await openSession({ argv: ['explore', '--sandbox'] })
  await session.press('/', text)
  expect((await session.screen()).find((shown) => shown.startsWith(` / ${text}`))).toMatch(line)
  await session.press('esc')
  await session.end()
})

test('finds in explore what --filter finds on the command line', async () => {
  const text = 'asked:..1000 country:kenya,uganda -ends:<1w'
  const session = await openSession({
    argv: ['explore', '--sandbox', 'loans', 'search', '--filter', text],
    rows: 45,
  })
  const idsOn = async () => (await session.screen()).flatMap((line) => /\b2\d{6}\b/.exec(line)?.[0] ?? [])
  const found = await idsOn()
  expect(found.length).toBeGreaterThan(2)
  await session.press('/', text, 'enter')
  expect(await idsOn()).toEqual(found)
  await session.end()
})
