/** What a session prints and writes at its end. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/ports/http.ts'
import { jsonReply } from '../harness.ts'
import { openSession, type Session } from './session.ts'

const sandbox = { KIVA_SANDBOX: '1' }
const start = (...argv: readonly string[]) => openSession({ argv: ['explore', ...argv], env: sandbox })

describe('a record without an id', () => {
  const lenders = { lenders: [{ name: 'Anonymous' }, { lender_id: 'robin1001', name: 'Robin' }] }
  const paging = { page: 1, total: 2, page_size: 50, pages: 1 }
  const send: Send = async () => jsonReply({ paging, ...lenders })
  const open = (...options: readonly string[]) =>
    openSession({ argv: ['explore', ...options, 'loans', 'lenders', '5'], send })
  const foot = async (session: Session) => (await session.screen()).at(-2)

  test('gets no mark', async () => {
    const session = await open()
    await session.press('space')
    expect(await foot(session)).toContain('Nothing to mark.')
    await session.press('j', 'space')
    expect((await session.end()).stderr).toBe('1 marked: kiva lenders show robin1001\n')
  })

  test.each(['ids', 'url'])('is not printed with --print %s', async (format) => {
    const session = await open('--print', format)
    await session.press('enter')
    expect(await foot(session)).toContain('This record has no id to print.')
    await session.press('j', 'enter')
    const printed = format === 'ids' ? 'robin1001' : 'https://www.kiva.org/lender/robin1001'
    expect((await session.end()).stdout).toBe(`${printed}\n`)
  })

  test('is printed as JSON', async () => {
    const session = await open('--print', 'json')
    await session.press('enter')
    expect(JSON.parse((await session.end()).stdout)).toEqual([{ name: 'Anonymous' }])
  })

  test('has no id to copy', async () => {
    const session = await open()
    await session.press('y', 'i')
    expect(await foot(session)).toContain('No id to copy.')
    await session.end()
  })
})

describe('keys after the end', () => {
  test.each([
    { typed: '\rq', code: 0, prints: /^\d+\n$/ },
    { typed: 'qp', code: 130, prints: /^$/ },
  ])('are not applied: $typed', async ({ typed, code, prints }) => {
    const session = await start('--print', 'ids', 'loans', 'newest')
    session.send(typed)
    const ran = await session.end()
    expect([ran.code, ran.stdout]).toEqual([code, expect.stringMatching(prints)])
  })

  test('a closed terminal cancels a session with --print', async () => {
    const session = await start('--print', 'ids', 'loans', 'newest')
    session.terminal.hangUp()
    expect((await session.end()).code).toBe(130)
  })
})
