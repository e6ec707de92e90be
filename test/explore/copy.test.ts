/** What reaches the clipboard. */
import { expect, test } from 'vitest'
import { jsonReply } from '../harness.ts'
import { openSession, type Session } from './session.ts'

/** Lists lenders with this id. */
const openLenders = (lender_id: string, words: readonly string[] = ['lenders', 'newest']) =>
  openSession({
    argv: ['explore', '--images', 'none', ...words],
    columns: 160,
    send: async () =>
      jsonReply({ paging: { page: 1, total: 1, pages: 1 }, lenders: [{ lender_id, name: 'A' }] }),
  })

/** The text that was put on the clipboard last (OSC 52). */
const clipboard = ({ terminal }: Session) =>
  Buffer.from(
    [...terminal.written().matchAll(/\x1b\]52;c;([^\x1b]*)/g)].at(-1)?.[1] ?? '',
    'base64',
  ).toString()

const note = async (session: Session) => (await session.screen()).at(-2)?.trim()

test.each(['\n', '\r', '\r\n', '\x85', '\u2028', '\n\n  '])(
  'an id with the line break %j is copied as the note shows it',
  async (lineBreak) => {
    const session = await openLenders(`ann${lineBreak}touch x${lineBreak}`)
    await session.press('y', 'i')
    expect(clipboard(session)).toBe('ann touch x')
    expect(await note(session)).toMatch(/^id copied: ann touch x(?: |$)/)
    await session.end()
  },
)

test('no copy of a hostile record has a line break', async () => {
  const session = await openLenders('ann\ntouch x\n', ['lenders', 'search', '--q', 'ann\ntouch x\n'])
  const { length } = session.terminal.written()
  for (const key of 'yijca') {
    await session.press('y', key)
    expect(clipboard(session)).toContain('ann')
    expect(clipboard(session)).not.toMatch(/[\n\r]/)
  }
  expect(
    session.terminal
      .written()
      .slice(length)
      .match(/\x1b\]52;/g),
  ).toHaveLength(5)
  await session.end()
})

test('an id is copied as the API sent it', async () => {
  const session = await openLenders('AnnOther7')
  await session.press('y', 'i')
  expect(clipboard(session)).toBe('AnnOther7')
  await session.end()
})
