import { expect, test } from 'vitest'
import { run } from '../harness.ts'
import { openSession } from './session.ts'

const env = { KIVA_SANDBOX: '1' }

test.each([
  ['--print ids loans search --sector Food'],
  ['loans search --sector Food --print ids'],
  ['loans search --print=ids --sector Food'],
  ['--print ids -- loans search --sector Food'],
])('kiva explore %s prints the record at the cursor on Enter', async (words) => {
  const session = await openSession({ argv: ['explore', ...words.split(' ')], env })
  expect((await session.screen())[1]).toMatch(/^ Food · \d+ loans/)
  await session.press('enter')
  const { code, stdout } = await session.end()
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^21\d{5}\n$/)])
})

test.each([
  ['--sandbox explore loans newest'],
  ['explore --sandbox loans newest'],
  ['explore loans newest --sandbox'],
])('kiva %s reads the sandbox', async (words) => {
  const session = await openSession({ argv: words.split(' ') })
  const [first, second] = await session.screen()
  expect(first).toMatch(/ sandbox \d+\/\d+ *$/)
  expect(second).toMatch(/^ newest · \d+ loans/)
  expect((await session.end()).code).toBe(0)
})

test('a wrong filter is refused before the screen opens', async () => {
  const argv = ['explore', 'loans', 'search', '--where', '(']
  const session = await openSession({ argv })
  expect(session.isOver).toBe(true)
  expect([session.terminal.written(), session.requests]).toEqual(['', []])
  const { code, stderr } = await session.end()
  expect(code).toBe(2)
  expect(stderr).toContain(JSON.parse((await run(argv.slice(1))).stderr).error.message)
})

test('a wrong filter in the palette is refused there', async () => {
  const session = await openSession()
  await session.press(':', 'loans search --where "("', 'enter')
  await session.until('invalid jq expression')
  expect((await session.screen()).at(-2)).toMatch(/^ : loans search --where/)
  await session.press('esc')
  expect((await session.screen())[1]).toMatch(/^ fundraising · /)
  await session.end()
})

test('without a terminal it ends before a request, and names the command for scripts', async () => {
  const { code, stdout, stderr, requests } = await run(['explore', 'loans', 'newest'])
  expect([code, stdout, requests]).toEqual([2, '', []])
  expect(JSON.parse(stderr).error.message).toBe('kiva explore needs a terminal')
})
