/** Text that attackers write: it stays within the records, without invisible characters. */
import { describe, expect, test } from 'vitest'
import { pathNames } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { Send } from '../../src/core/http.ts'
import { isNested, type Json, type JsonObject } from '../../src/core/json.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { noon } from '../harness.ts'
import { endpoints } from '../support/endpoints.ts'
import { callOf, callOnce, eras, modernMeta, session } from './session.ts'

const sandboxWith = (faults: readonly 'hostile-text'[]): Send =>
  sendTo(createSandbox({ catalogue, loans: 200, now: () => noon, faults }).handle)

/** Control, direction, zero-width and tag characters, and lone surrogates. */
const invisible =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/u

const texts = (value: Json): readonly string[] =>
  isNested(value)
    ? Object.entries(value).flatMap(([key, item]) => [key, ...texts(item)])
    : typeof value === 'string'
      ? [value]
      : []

const rows = endpoints
  .filter(({ endpoint }) => !endpoint.auth)
  .map(({ name, endpoint, first }) => ({
    name: name.replace(' ', '_').replaceAll('-', '_'),
    given: Object.fromEntries(pathNames(endpoint).map((param, at) => [param, first[at] ?? ''])) as JsonObject,
  }))

describe.each(rows)('$name', ({ name, given }) => {
  test.each([
    ['all fields', { fields: ['*'] }],
    ['the usual fields', {}],
  ])('%s', async (_, more) => {
    const call = async (send: Send) => callOnce(name, { ...given, ...more }, { send }, [])
    const { records: harmless, ...ours } = await call(sandboxWith([]))
    const { records = [], missing = [], ...others } = await call(sandboxWith(['hostile-text']))
    // Records with another id than the one asked for.
    expect(Object.values(given)).toEqual(expect.arrayContaining((missing as readonly Json[]).map(String)))
    expect(others).toEqual(ours)
    expect(texts(records).filter((text) => invisible.test(text))).toEqual([])
    expect(JSON.stringify(records).length).toBeGreaterThanOrEqual(JSON.stringify(harmless).length)
  })
})

const long = 'x'.repeat(100_000)

test.each([
  ['the name of a tool', callOf(long)],
  ['a name of another type', { method: 'tools/call', params: { name: [long] } }],
  ['the name of a parameter', callOf('loans_search', { [long]: 1 })],
  ['an allowed value', callOf('loans_search', { status: [long] })],
  ['a country', callOf('loans_search', { country_code: [long] })],
  ['a number', callOf('loans_show', { ids: [long] })],
  ['an address', callOf('loans_show', { ids: [`https://www.example/team/${long}`] })],
  [
    'an address with a wrong escape',
    callOf('lenders_show', { lender_ids: [`https://www.example/lender/%${long}`] }),
  ],
  ['a field', callOf('loans_search', { fields: [long] })],
  ['a method', { method: long }],
  ['a resource', { method: 'resources/read', params: { uri: `kiva://${long}` } }],
  ['a version', { method: 'ping', params: { _meta: modernMeta(long) } }],
])('an error does not repeat a text of 100 kB: %s', async (_, asked) => {
  for (const era of eras) {
    const { replies } = await session(era, [asked])
    expect(JSON.stringify(replies).length).toBeLessThan(3000)
  }
})

test.each([
  ['of 100,000 segments', ['.'.repeat(100_000)], 'unknown field "'],
  ['below a value, of 100,000 segments', [`id${'.a'.repeat(100_000)}`], 'unknown field "'],
])('a path %s is no field', async (_, fields, message) => {
  expect(await callOnce('loans_search', { fields })).toMatchObject({
    kind: 'usage',
    message: expect.stringContaining(message),
  })
})

test('a field that is named 20,000 times counts once', async () => {
  const { records } = await callOnce('loans_search', { fields: Array(20_000).fill('id'), limit: 1 })
  expect(records).toEqual([{ id: expect.any(Number) }])
})
