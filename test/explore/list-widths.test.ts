/** The widths of the list: they depend on the first page, and never on when the next one arrives. */
import { expect, test } from 'vitest'
import { ManualClock, openSession, type Session, serviceOf } from './session.ts'

/** Opens a session in which the second page and details take five seconds. */
async function openSlowly(): Promise<Session> {
  const clock = new ManualClock()
  const service = serviceOf({ clock })
  return openSession(
    {
      send: async (request, signal) => {
        if (/page=2|\/loans\/\d/.test(request.url)) await clock.sleep(5000, signal)
        return service(request, signal)
      },
    },
    clock,
  )
}

const list = async (session: Session) => (await session.screen()).slice(2, 15)

test('the next page, details and a resize leave the columns where they are', async () => {
  const session = await openSlowly()
  await session.until('20 loaded')
  const before = await list(session)
  await session.pass(6000)
  await session.until('40 loaded')
  expect(await list(session)).toEqual(before)
  await session.pass(6000)
  expect(session.requests.some(({ url }) => /\/loans\/\d/.test(url))).toBe(true)
  expect(await list(session)).toEqual(before)
  // As `fg` in a terminal that has another size meanwhile.
  await session.resize(100, 30)
  await session.resize(80, 24)
  expect(await list(session)).toEqual(before)
  await session.end()
})
