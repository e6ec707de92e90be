import { expect, test } from 'vitest'
import type { Fault } from '../../src/commands/actions/sandbox.ts'
import { ask, now, openSandbox, type Reply } from './open.ts'

const newest = '/v1/releases/api/current.json'

/** Sends 1000 requests one after the other and returns the replies. */
async function askOften(faults: readonly Fault[], options: { faultSeed?: number; seed?: number } = {}) {
  const sandbox = openSandbox({ loans: 20, faults, ...options })
  const replies: Reply[] = []
  for (let more = 0; more < 1000; more++) replies.push(await ask(sandbox, newest))
  return replies
}

const isCut = ({ cutAfter }: Reply) => cutAfter !== undefined
const share = (replies: readonly Reply[], has: (reply: Reply) => boolean) =>
  replies.filter(has).length / replies.length

test('a fault strikes a share of requests equal to its probability', async () => {
  expect(share(await askOften([{ name: 'cut', probability: 0.05 }]), isCut)).toBeCloseTo(0.05, 1)
  expect(share(await askOften([{ name: 'cut', probability: 0.6 }]), isCut)).toBeCloseTo(0.6, 1)
  expect(share(await askOften([{ name: 'cut', probability: 1 }]), isCut)).toBe(1)
  expect(
    share(await askOften([{ name: 'maintenance', probability: 0.3 }]), ({ status }) => status === 503),
  ).toBeCloseTo(0.3, 1)
})

test('faults strike independently: some requests meet two', async () => {
  const replies = await askOften([
    { name: 'server-error', probability: 0.2 },
    { name: 'wrong-content-type', probability: 0.5 },
    { name: 'cut', probability: 0.5 },
  ])
  const isHtml = ({ status, headers }: Reply) => status === 200 && headers['content-type'] === 'text/html'
  expect(share(replies, ({ status }) => status >= 500)).toBeCloseTo(0.2, 1)
  expect(share(replies, isHtml)).toBeCloseTo(0.4, 1)
  expect(share(replies, (reply) => isHtml(reply) && isCut(reply))).toBeCloseTo(0.2, 1)
})

test('the fault seed decides which requests are struck; by default it is the marketplace seed', async () => {
  const struck = async (options: { faultSeed?: number; seed?: number }) =>
    (await askOften([{ name: 'cut', probability: 0.1 }], options)).map(isCut)
  expect(await struck({ faultSeed: 7 })).toEqual(await struck({ faultSeed: 7 }))
  expect(await struck({ faultSeed: 7, seed: 2 })).toEqual(await struck({ faultSeed: 7 }))
  expect(await struck({ faultSeed: 8 })).not.toEqual(await struck({ faultSeed: 7 }))
  expect(await struck({ seed: 7 })).toEqual(await struck({ faultSeed: 7 }))
})

test('a fault strikes the same requests whatever other faults are active', async () => {
  const cut: Fault = { name: 'cut', probability: 0.1 }
  const alone = (await askOften([cut])).map(isCut)
  expect((await askOften([{ name: 'hostile-text', probability: 0.5 }, cut, 'drip'])).map(isCut)).toEqual(
    alone,
  )
})

test('rate-limit by chance alternates two forms of Retry-After and leaves the limits unused', async () => {
  const replies = await askOften([{ name: 'rate-limit', probability: 0.2 }])
  const refused = replies.filter(({ status }) => status === 403)
  expect(refused.length / replies.length).toBeCloseTo(0.2, 1)
  expect(refused.map(({ text }) => JSON.parse(text).code)).toEqual(
    refused.map(() => 'org.kiva.RateLimitExceeded'),
  )
  const told = refused.map(({ headers }) => headers['retry-after'] ?? '')
  expect(told.slice(0, 2)).toEqual(['1', new Date(now + 1000).toUTCString()])
  expect(new Set(told).size).toBe(2)
  for (const [at, text] of told.entries()) expect(text).toBe(told[at % 2])
  expect(replies.find(({ status }) => status === 200)?.headers['x-ratelimit-overall-remaining']).toBe('60')
})

test.each(['server-error', 'cut', 'reset', 'reset-body', 'stale-pages'] as const)(
  '%s without a probability strikes the first request and then some of the others',
  async (fault) => {
    const path = '/v1/loans/newest.json?page=2'
    const [calm, troubled] = [openSandbox({ loans: 60 }), openSandbox({ loans: 60, faults: [fault] })]
    const well = await ask(calm, path)
    const struck: boolean[] = []
    for (let more = 0; more < 30; more++)
      struck.push(JSON.stringify(await ask(troubled, path)) !== JSON.stringify(well))
    expect(struck[0]).toBe(true)
    expect(struck.filter(Boolean).length).toBeLessThan(20)
    expect(struck.slice(1)).toContain(true)
  },
)
