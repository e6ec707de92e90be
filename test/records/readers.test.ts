/** Reading without any output: what an action, a watch or an agent does with the reader. */
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../src/commands/catalogue.ts'
import { loans } from '../../src/commands/resources/loans.ts'
import type { Json } from '../../src/core/json.ts'
import { openReading } from '../../src/records/read.ts'
import type { ReadPorts, RecordPage } from '../../src/records/reading.ts'
import { advance, noResumePoint } from '../../src/records/reading.ts'
import type { ReadLimit } from '../../src/records/request.ts'
import { virtualClock } from '../harness/clock.ts'
import { contextOf } from '../harness/context.ts'
import { jsonReply } from '../harness.ts'

const everything: ReadLimit = { all: true, limit: undefined, concurrency: 4, strict: false }
const [size, pages] = [20, 45]
const pageIn = (url: string) => Number(new URL(url).searchParams.get('page') ?? 1)

const request = (extent: ReadLimit = everything) => ({
  endpoint: loans.endpoints.newest,
  values: {},
  extra: [],
  extent,
})

/** A service with a rate limit that it counts in windows of a minute, and refuses beyond. */
function limitedService(limit: number) {
  const clock = virtualClock()
  const sent: number[] = []
  const send = async ({ url }: { url: string }, signal: AbortSignal) => {
    await clock.sleep(50, signal)
    const now = clock.now()
    const window = sent.filter((time) => time > now - 60_000)
    sent.push(now)
    const rate = {
      'x-ratelimit-overall-limit': String(limit),
      'x-ratelimit-overall-remaining': String(Math.max(0, limit - window.length - 1)),
    }
    const page = pageIn(url)
    const list = Array.from({ length: size }, (_, at) => ({ id: page * size + at }))
    return jsonReply(
      { paging: { page, total: pages * size, page_size: size, pages }, loans: list },
      200,
      rate,
    )
  }
  const { context, stdout, stderr } = contextOf({ send, now: clock.now, world: { sleep: clock.sleep } })
  const { fetch, emit, signal, now } = context
  const ports: ReadPorts = {
    fetch,
    emit,
    signal,
    now,
    catalogue,
    baseUrl: 'https://api.example.org',
    appId: undefined,
  }
  return { ports, sent, stdout, stderr }
}

async function readAll(ports: ReadPorts, extent?: ReadLimit): Promise<readonly Json[]> {
  const found: Json[] = []
  for await (const { records } of await openReading(request(extent), ports)) found.push(...records)
  return found
}

describe('two readers at once', () => {
  test('read everything each, and print nothing', async () => {
    const { ports, stdout, stderr } = limitedService(10_000)
    const [one, other] = await Promise.all([readAll(ports), readAll(ports)])
    expect([one.length, other.length]).toEqual([900, 900])
    expect(one).toEqual(other)
    expect([stdout.text(), stderr.text()]).toEqual(['', ''])
  })

  test('together send at most 60 requests a minute, counted by the service', async () => {
    const { ports, sent } = limitedService(60)
    const read = await Promise.all([readAll(ports), readAll(ports)])
    expect(read.map((records) => records.length)).toEqual([900, 900])
    expect(sent).toHaveLength(90)
    const busiest = Math.max(
      ...sent.map((start) => sent.filter((time) => time >= start && time < start + 60_000).length),
    )
    expect(busiest).toBeLessThanOrEqual(60)
  })
})

test('a reading goes on from the point that its written pages give', async () => {
  const { ports } = limitedService(10_000)
  const all = await readAll(ports)
  let point = noResumePoint
  const written: Json[] = []
  const pagesOf = await openReading(request(), ports)
  for await (const page of pagesOf) {
    written.push(...page.records)
    point = advance(point, page)
    if (point.delivered >= 300) break
  }
  const rest: RecordPage[] = []
  for await (const page of await openReading({ ...request(), from: point }, ports)) rest.push(page)
  expect([...written, ...rest.flatMap(({ records }) => records)]).toEqual(all)
  expect(rest.reduce(advanced, point)).toMatchObject({ delivered: 900, repeats: 0, hasChanged: false })
})

const advanced = (point: typeof noResumePoint, page: RecordPage) => advance(point, page)

test('a reading that is left cancels what is under way', async () => {
  const { ports, sent } = limitedService(10_000)
  for await (const { number } of await openReading(request(), ports)) if (number === 2) break
  const count = sent.length
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent.length).toBe(count)
})
