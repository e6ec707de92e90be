/** The replies of the sandbox match `/openapi.json`, errors included. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { Refusal } from '../../src/sandbox/http/refusal.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { dataEndpoints } from '../oracles/service-table.ts'
import { ask, askJson, asRobin, at, examplePath, list, openSandbox } from './open.ts'

const sandbox = openSandbox({ loans: 2000, authorize: asRobin })
const openApi = await askJson(sandbox, '/openapi.json')

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)
ajv.addSchema(openApi, 'openapi')

/** Returns the validator for the part of the document under the given keys. */
function checkOf(...keys: readonly string[]): ValidateFunction {
  const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
  return ajv.compile({ $ref: `openapi#${pointer.join('')}` })
}

const described = ({ path }: Endpoint) => `/v1${path.replace(/:(\w+)/g, '{$1}')}.json`

/** Returns the differences between the reply to `path` and the description of the endpoint. */
async function faultsOf(from: Sandbox, endpoint: Endpoint, path: string, status: number) {
  const reply = await ask(from, path)
  expect([path, reply.status]).toEqual([path, status])
  const keys = ['paths', described(endpoint), 'get', 'responses', String(status)]
  const responses = keys.reduce<Json | undefined>((tree, key) => (tree as JsonObject)?.[key], openApi)
  if (responses === undefined) return [`${status} is not described`]
  const check = checkOf(...keys, 'content', 'application/json', 'schema')
  check(JSON.parse(reply.text))
  const promised = Object.keys((responses as JsonObject)['headers'] ?? {})
  const missing = promised.filter((name) => reply.headers[name.toLowerCase()] === undefined)
  return [...(check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`), ...missing]
}

const endpoints: readonly Endpoint[] = Object.values(catalogue).flatMap((resource): readonly Endpoint[] =>
  Object.values(resource.endpoints),
)
const rows = endpoints.map((endpoint) => [endpoint.path, endpoint] as const)

describe('every reply matches its description', () => {
  test.each(rows)('%s', async (_, endpoint) => {
    expect(await faultsOf(sandbox, endpoint, `${examplePath(endpoint)}.json`, 200)).toEqual([])
  })

  test.each(rows.filter(([, { paged }]) => paged))('%s, a page past the end', async (_, endpoint) => {
    const path = `${examplePath(endpoint)}.json?page=9999`
    expect(await faultsOf(sandbox, endpoint, path, 200)).toEqual([])
  })

  test.each(rows.filter(([, { paged }]) => paged))('%s, an invalid page', async (_, endpoint) => {
    expect(await faultsOf(sandbox, endpoint, `${examplePath(endpoint)}.json?page=0`, 400)).toEqual([])
  })

  test.each(rows.filter(([path]) => path.includes(':')))('%s, an unknown id', async (_, endpoint) => {
    const nothing = endpoint.path === '/methods/:ids' ? 'GET*%7Cnothing' : '99'
    expect(await faultsOf(sandbox, endpoint, `${examplePath(endpoint, nothing)}.json`, 404)).toEqual([])
  })

  test.each(rows)('%s, over the rate limit', async (_, endpoint) => {
    const limited = openSandbox({ rateLimit: true })
    for (let nth = 0; nth < 60; nth++) await ask(limited, '/v1/releases/api/current.json')
    expect(await faultsOf(limited, endpoint, `${examplePath(endpoint)}.json`, 403)).toEqual([])
  })

  test.each(rows)('%s, in maintenance', async (_, endpoint) => {
    const closed = openSandbox({ faults: ['maintenance'] })
    expect(await faultsOf(closed, endpoint, `${examplePath(endpoint)}.json`, 503)).toEqual([])
  })

  test('without a login, and with an invalid signature', async () => {
    const { account } = catalogue.my.endpoints
    expect(await faultsOf(openSandbox(), account, '/v1/my/account.json', 401)).toEqual([])
    const authorize = async () => {
      throw new Refusal(401, 'oauth.signature_invalid', 'The signature is another one')
    }
    expect(await faultsOf(openSandbox({ authorize }), account, '/v1/my/account.json', 401)).toEqual([])
  })

  test('loans in many states, ids only, and other page sizes', async () => {
    const { search, show } = catalogue.loans.endpoints
    for (const status of ['fundraising', 'funded', 'in_repayment', 'paid', 'ended_with_loss']) {
      const path = `/v1/loans/search.json?status=${status}&per_page=40`
      expect(await faultsOf(sandbox, search, path, 200)).toEqual([])
      const ids = (await list(sandbox, path, 'loans')).map(({ id }) => id).join()
      expect(await faultsOf(sandbox, show, `/v1/loans/${ids}.json`, 200)).toEqual([])
    }
    expect(await faultsOf(sandbox, search, '/v1/loans/search.json?ids_only=true', 200)).toEqual([])
  })

  test('50 ids are accepted, and 51 are rejected', async () => {
    const { show } = catalogue.loans.endpoints
    const ids = Array.from({ length: 51 }, (_, nth) => 2100001 + nth)
    expect(await faultsOf(sandbox, show, `/v1/loans/${ids.slice(1).join()}.json`, 200)).toEqual([])
    expect(await faultsOf(sandbox, show, `/v1/loans/${ids.join()}.json`, 400)).toEqual([])
  })
})

describe('the OpenAPI description', () => {
  const check = checkOf('components', 'schemas', 'loan_listing')

  test('detects a field of the wrong type and a missing field', async () => {
    const [loan] = await list(sandbox, '/v1/loans/newest.json', 'loans')
    expect(check({ ...loan, more: 'is allowed', partner_id: null })).toBe(true)
    expect(check({ ...loan, loan_amount: '25' })).toBe(false)
    expect(check({ ...loan, name: undefined, id: undefined })).toBe(false)
    expect(check({ ...loan, posted_date: 'yesterday' })).toBe(false)
  })

  test('contains exactly the documented endpoints, in every format', () => {
    const paths = dataEndpoints.flatMap(({ path, formats }) =>
      formats.split(', ').map((format) => `/v1${path.replace(/:(\w+)/g, '{$1}')}.${format.toLowerCase()}`),
    )
    expect(Object.keys(openApi['paths'] as JsonObject).sort()).toEqual(paths.sort())
  })

  test('contains parameters with their values and defaults', () => {
    const get = (openApi['paths'] as JsonObject)['/v1/loans/search.json'] as JsonObject
    expect(at(get, 'get.parameters')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'status',
          explode: false,
          schema: expect.objectContaining({ items: expect.objectContaining({ enum: expect.any(Array) }) }),
        }),
        expect.objectContaining({ name: 'sort_by', schema: expect.objectContaining({ default: 'newest' }) }),
        { $ref: '#/components/parameters/app_id' },
      ]),
    )
  })

  test('is linked from the home page, and is read-only', async () => {
    expect((await ask(sandbox, '/')).text).toContain('href="/openapi.json"')
    expect((await ask(sandbox, '/openapi.json', 'POST')).status).toBe(405)
    expect(openApi).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://sandbox.test' }] })
  })
})
