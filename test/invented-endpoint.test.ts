/** One catalogue entry makes an endpoint: it has a command and help, is validated, sent and served. */
import { describe, expect, test } from 'vitest'
import { get } from '../src/api/endpoint.ts'
import { catalogue } from '../src/commands/catalogue.ts'
import { actions, groups } from '../src/commands/index.ts'
import { regions } from '../src/reference/markdown.ts'
import { type HandlersFor, listRecords } from '../src/sandbox/handlers/handler.ts'
import type { AnyHandler } from '../src/sandbox/handlers/index.ts'
import { createSandbox } from '../src/sandbox/sandbox.ts'
import { noon, type RunOptions, run } from './harness.ts'

const similar = get('/loans/:id/similar', {
  brief: 'List loans like a loan',
  returns: 'loan_listing',
  paged: true,
  params: {
    id: { kind: 'number', brief: 'loan id' },
    alike: { kind: 'string', list: true, brief: 'what is alike', choices: ['sector', 'place'] },
  },
  examples: ['2100001', '2100001 --alike sector'],
})
const loans = { ...catalogue.loans, endpoints: { ...catalogue.loans.endpoints, similar } }
const commands = { catalogue: { ...catalogue, loans }, actions, groups }

const { handle } = createSandbox({ catalogue: commands.catalogue, now: () => noon })
const options: RunOptions = { commands, send: (request) => handle(request) }

// The compiler checks these types: a handler is optional, but its endpoint must exist.
const none: HandlersFor<{ readonly similar: typeof similar }> = {}
const one: HandlersFor<{ readonly similar: typeof similar }> = {
  '/loans/:id/similar': (_, { id, alike }) => listRecords([{ id, alike: alike?.join() ?? '' }]),
}
const stray: HandlersFor<{ readonly similar: typeof similar }> = {
  // @ts-expect-error There is no such endpoint.
  '/loans/:id/alike': () => listRecords([]),
}

describe('an endpoint that exists only in this test', () => {
  test('has help, and is in the help of its resource', async () => {
    const { stdout } = await run(['loans', 'similar', '--help'], options)
    for (const part of [
      'List loans like a loan',
      '<id>',
      '--alike',
      'sector, place',
      '--page',
      'fields loan_listing',
    ]) {
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(part)
    }
    expect((await run(['loans', '--help'], options)).stdout).toContain('similar')
  })

  test('is validated before anything is sent', async () => {
    const { code, stderr, requests } = await run(['loans', 'similar', '1', '--alike', 'plase'], options)
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain('Did you mean \\"place\\"?')
  })

  test('is sent, and served by the sandbox', async () => {
    const { code, stdout, requests } = await run(
      ['loans', 'similar', '2100001', '--alike', 'sector,place'],
      options,
    )
    expect(code).toBe(0)
    const found: readonly Record<string, unknown>[] = JSON.parse(stdout)
    expect(found.length).toBe(20)
    for (const loan of found)
      expect(loan).toMatchObject({ id: expect.any(Number), loan_amount: expect.any(Number) })
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.kivaws.org/v1/loans/2100001/similar.json?alike=sector%2Cplace',
    ])
  })

  test('uses its handler if there is one', async () => {
    const handlers = one as Readonly<Record<string, AnyHandler>>
    const sandbox = createSandbox({ catalogue: commands.catalogue, handlers, now: () => noon })
    const { stdout } = await run(['loans', 'similar', '7', '--alike', 'place'], {
      commands,
      send: sandbox.handle,
    })
    expect(JSON.parse(stdout)).toEqual([{ id: 7, alike: 'place' }])
    expect([none, stray].map((each) => Object.keys(each).length)).toEqual([0, 1])
  })

  test('is validated by the sandbox too', async () => {
    const refused = await run(['loans', 'similar', '1', '--param', 'page=2'], options)
    expect(refused.code).toBe(2)
    const url = 'https://api.kivaws.org/v1/loans/1/similar.json?alike=age'
    expect((await handle({ method: 'GET', url, headers: {} })).status).toBe(400)
  })

  test('is in the methods of the sandbox', async () => {
    const { stdout } = await run(['methods', 'show', 'GET*|loans|:id|similar'], options)
    expect(JSON.stringify(JSON.parse(stdout))).toContain('place')
  })

  test('is in the README', () => {
    expect(regions(commands)['resources']).toContain('[similar](docs/commands.md#kiva-loans-similar)')
  })
})
