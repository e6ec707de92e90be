/** What a terminal sends arrives in pieces on a slow line. */
import { expect, test } from 'vitest'
import { click, openSession, pasted, type Session } from './session.ts'

/** Sends the first bytes of a text, and the others so many milliseconds later. */
async function sendCut(session: Session, text: string, at: number, milliseconds = 50): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  session.send(bytes.subarray(0, at))
  await session.pass(milliseconds)
  session.send(bytes.subarray(at))
  await session.quiet()
}

/** The last lines: the input or the status, and the keys. */
const foot = async (session: Session) => (await session.screen()).slice(-2).join('\n')

test.each([1, 2].flatMap((at) => [50, 400, 5000].map((wait) => [at + 1, wait] as const)))(
  'a paste cut after %i bytes for %i ms is a paste',
  async (at, wait) => {
    const session = await openSession()
    await sendCut(session, pasted('q'), at, wait)
    expect(session.isOver).toBe(false)
    expect(await foot(session)).toContain('Pasted text is neither ids nor an address.')
    await session.end()
  },
)

test('a paste whose end is cut ends with it', async () => {
  const session = await openSession()
  await sendCut(session, pasted('q'), pasted('q').length - 3, 5000)
  expect(await foot(session)).toContain('Pasted text is neither ids nor an address.')
  await session.end()
})

test('a cut click types no digits', async () => {
  const session = await openSession()
  const before = session.requests.length
  await sendCut(session, click(5, 3), 3)
  expect(session.requests.length).toBe(before)
  expect((await session.screen())[1]).toContain(' fundraising · ')
  await session.end()
})

test('a character cut between its bytes is typed whole', async () => {
  const session = await openSession()
  await session.press('/', 'H')
  await sendCut(session, 'ạnh', 1, 5000)
  expect(await foot(session)).toContain('/ Hạnh')
  await session.end()
})

test('a cut reply of the terminal types nothing', async () => {
  const session = await openSession({ isMute: true })
  await session.press('/')
  await sendCut(session, '\x1b[0n', 2)
  await sendCut(session, '\x1b[0n', 3, 5000)
  await session.press('x')
  expect(await foot(session)).toContain('/ x ')
  // The session waits for the reply to its last question.
  await session.press('esc', 'q')
  await session.pass(5000)
  await session.end()
})

test.each(['\x1b[1;5C', '\x1bOA', '\x1b]11;rgb:qqqq/qqqq/qqqq\x07', '\x1bP1+r52q\x1b\\', '\x1b[M !q'])(
  '%j that stays cut for more than a second is dropped to its end',
  async (sequence) => {
    const session = await openSession()
    for (let at = 2; at < sequence.length; at++) await sendCut(session, sequence, at, 1500)
    expect(session.isOver).toBe(false)
    await session.press('/', 'x')
    expect(await foot(session)).toContain('/ x ')
    await session.end()
  },
)

test('Ctrl-C ends what began like a sequence', async () => {
  const session = await openSession()
  session.send('\x1b]')
  await session.pass(1500)
  await session.press('ctrl-c')
  expect(session.isOver).toBe(true)
  await session.end()
})

test('a lone Esc acts after 30 ms', async () => {
  const session = await openSession()
  await session.press('/', 'x')
  session.send('\x1b')
  await session.pass(30)
  expect(await foot(session)).not.toContain('/ x')
  await session.end()
})
