/** Values from JSON follow the same rules as values on the command line. */
import { describe, expect, it, test } from 'vitest'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { Json } from '../../src/core/json.ts'
import { ExactNumber } from '../../src/core/numbers.ts'
import { valuesFromJson } from '../../src/mcp/arguments.ts'
import { run } from '../harness.ts'
import { kivaErrorOf } from '../support/kiva-error.ts'

const { loans, lenders, teams } = catalogue
const search: Endpoint = loans.endpoints.search

test.each<[Endpoint, Json, object]>([
  [search, {}, {}],
  [search, { status: 'funded' }, { status: ['funded'] }],
  [search, { status: ['funded', 'In repayment'] }, { status: ['funded', 'in_repayment'] }],
  [search, { status: 'funded,paid', page: 2 }, { status: ['funded', 'paid'], page: 2 }],
  [search, { partner: [133, '134'], q: null }, { partner: [133, 134] }],
  [search, { country_code: 'ke', gender: 'women' }, { country_code: ['KE'], gender: 'female' }],
  [search, { q: 84 }, { q: '84' }],
  [loans.endpoints.show, { ids: 84 }, { ids: [84] }],
  [loans.endpoints.show, { ids: ['#84', 'https://www.kiva.org/lend/85'] }, { ids: [84, 85] }],
  [loans.endpoints.lenders, { id: '84', page: '3' }, { id: 84, page: 3 }],
  [lenders.endpoints.show, { lender_ids: ['ann b', 'kim7'] }, { lender_ids: ['ann b', 'kim7'] }],
])('%#: %j', (endpoint, json, values) => {
  expect(valuesFromJson(endpoint, json)).toEqual(values)
})

const refusal = (endpoint: Endpoint, json: Json) =>
  kivaErrorOf(
    (async () => {
      valuesFromJson(endpoint, json)
    })(),
  )

describe('a usage error for', () => {
  it.each<[Endpoint, Json, string, string?]>([
    [search, [], 'the values are not a JSON object'],
    [search, 'status=funded', 'the values are not a JSON object'],
    [search, { stattus: 'funded' }, 'unknown parameter "stattus"', 'Did you mean status?'],
    [loans.endpoints.newest, { status: 'funded' }, 'unknown parameter "status"', 'Parameters: page.'],
    [search, { constructor: 1 }, 'unknown parameter "constructor"'],
    [loans.endpoints.lenders, {}, 'missing required parameter "id"'],
    [loans.endpoints.lenders, { id: null }, 'missing required parameter "id"'],
    [teams.endpoints.search, { q: { a: 1 } }, 'invalid value for q: expected a string, not an object'],
    [teams.endpoints.search, { q: ['a'] }, 'invalid value for q: expected a string, not a list'],
    [search, { page: true }, 'invalid value for page: expected a number, not true'],
    [search, { status: ['funded', null] }, 'invalid value for status: expected a string, not null'],
    [loans.endpoints.show, { ids: [[84]] }, 'invalid value for ids: expected a number, not a list'],
  ])('%#: %j', async (endpoint, json, message, hint) => {
    expect(await refusal(endpoint, json)).toMatchObject({ kind: 'usage', message, ...(hint && { hint }) })
  })

  it.each<[Endpoint, Json, string]>([
    [search, { status: 'open' }, 'status'],
    [search, { page: 1.5 }, 'page'],
    [search, { page: 0 }, 'page'],
    [search, { partner: new ExactNumber('12345678901234567890') }, 'partner'],
    [search, { status: [] }, 'status'],
  ])('a value that is invalid on the command line too, %#: %j', async (endpoint, json, name) => {
    expect(await refusal(endpoint, json)).toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(name),
    })
  })
})

test('an invalid value has the same message and hint in JSON as on the command line', async () => {
  const { stderr } = await run(['loans', 'search', '--status', 'open', '-o', 'table'])
  const { message, hint = '' } = await refusal(search, { status: 'open' })
  expect(stderr.replaceAll('--status', 'status')).toContain(message)
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(hint)
})
