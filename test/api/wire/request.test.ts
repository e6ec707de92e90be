import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, formatsOf, pathNames, type Values } from '../../../src/api/endpoint.ts'
import type { Pair } from '../../../src/api/wire/encode.ts'
import { apiPrefix, buildRequest, userAgent } from '../../../src/api/wire/request.ts'
import { catalogue } from '../../../src/commands/index.ts'
import { KivaError } from '../../../src/errors.ts'

const endpoints: readonly Endpoint[] = Object.values(catalogue).flatMap((resource) =>
  Object.values<Endpoint>(resource.endpoints),
)
const baseUrl = 'https://api.example.org'
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  // The pieces of path traversal and injection attacks.
  fc
    .array(
      fc.constantFrom('.', '..', '/', '\\', '%2e', '%2F', ';', ',', '?', '#', '\0', '\r\n', '@', ':', 'a'),
    )
    .map((parts) => parts.join('')),
)

/** Whether an id cannot be part of a path; implemented independently of the builder. */
const unfit = (id: string) =>
  id.split('.').join('') === '' ||
  [...id].some((sign) => {
    const code = sign.codePointAt(0) ?? 0
    return sign === '/' || sign === '\\' || code < 32 || (code > 126 && code < 160)
  })

interface Call {
  readonly endpoint: Endpoint
  readonly ids: readonly (string | number)[]
  readonly values: Values
  readonly appId: string | undefined
  readonly extra: readonly Pair[]
  readonly format: ReturnType<typeof formatsOf>[number]
}

/** A call of any endpoint with arbitrary values. */
const anyCall: fc.Arbitrary<Call> = fc.constantFrom(...endpoints).chain((endpoint) => {
  const [inPath] = pathNames(endpoint)
  const id = inPath && endpoint.params[inPath]?.kind === 'number' ? fc.nat().map((n) => n + 1) : anyText
  const several = inPath && endpoint.params[inPath]?.list ? 4 : 1
  return fc
    .record({
      ids: fc.array<string | number>(id, { minLength: 1, maxLength: several }),
      given: fc.dictionary(
        fc.constantFrom('page', ...Object.keys(endpoint.params).filter((name) => name !== inPath)),
        fc.oneof(anyText, fc.nat(), fc.array(anyText, { minLength: 1 })),
      ),
      appId: fc.option(anyText, { nil: undefined }),
      extra: fc.array(fc.tuple(anyText, anyText), { maxLength: 3 }),
      format: fc.constantFrom(...formatsOf(endpoint)),
    })
    .map(({ ids, given, ...rest }) => {
      const inPlace = inPath ? { [inPath]: several > 1 ? ids : (ids[0] ?? '') } : {}
      return { endpoint, ids: inPath ? ids : [], values: { ...given, ...inPlace }, ...rest }
    })
})

/** The URL of a call, `undefined` if it is rejected because of an unfit id. */
function urlOf({ endpoint, values, ids, ...options }: Call): string | undefined {
  try {
    return buildRequest(endpoint, values, { baseUrl, ...options }).url
  } catch (error) {
    expect(error).toBeInstanceOf(KivaError)
    expect(error).toMatchObject({ kind: 'usage' })
    expect(ids.some((id) => unfit(String(id)))).toBe(true)
    return undefined
  }
}

describe('buildRequest', () => {
  test('never leaves its path: a URL parser finds the same address and segments', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const url = urlOf(call)
        if (url === undefined) return
        const parsed = new URL(url)
        expect(parsed.href).toBe(url)
        expect(parsed.origin).toBe(baseUrl)
        expect(parsed.hash).toBe('')
        const segments = parsed.pathname.split('/')
        const template = `${apiPrefix}${call.endpoint.path}.${call.format}`.split('/')
        expect(segments).toHaveLength(template.length)
        for (const [at, part] of template.entries())
          if (!part.startsWith(':')) expect(segments[at]).toBe(part)
      }),
      { numRuns: 300 },
    )
  })

  test('rejects exactly the ids that could leave the path; all other ids decode to themselves', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const url = urlOf(call)
        expect(url === undefined).toBe(call.ids.some((id) => unfit(String(id))))
        if (url === undefined || call.ids.length === 0) return
        const at = call.endpoint.path.split('/').findIndex((part) => part.startsWith(':'))
        const sent = new URL(url).pathname.split('/')[at + 1]?.replace(new RegExp(`\\.${call.format}$`), '')
        expect(sent?.split(',').map(decodeURIComponent)).toEqual(
          call.ids.map((id) => String(id).toWellFormed()),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('sends exactly the given values: known params, then app_id, then the extra pairs', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const url = urlOf(call)
        if (url === undefined) return
        const names = [...Object.keys(call.endpoint.params), ...(call.endpoint.paged ? ['page'] : [])]
        const inPath = pathNames(call.endpoint)
        const known = names
          .filter((name) => !inPath.includes(name) && call.values[name] !== undefined)
          .map((name) => [name, [call.values[name]].flat().join(',')])
        const all = [...known, ...(call.appId === undefined ? [] : [['app_id', call.appId]]), ...call.extra]
        expect([...new URL(url).searchParams]).toEqual(
          all.map((pair) => pair.map((text) => text?.toWellFormed())),
        )
      }),
    )
  })

  test('rejects an empty list of ids, which would request another path', () => {
    const show = catalogue.loans.endpoints.show
    expect(() => buildRequest(show, { ids: [] }, { baseUrl, format: 'json' })).toThrow(
      'missing value for ids',
    )
    expect(() => buildRequest(show, {}, { baseUrl, format: 'json' })).toThrow('no value for :ids')
  })

  test('sends a user agent, and the format in the Accept header', () => {
    const { updates } = catalogue.loans.endpoints
    const { method, headers } = buildRequest(updates, { id: 84 }, { baseUrl, format: 'rss' })
    expect(method).toBe('GET')
    expect(headers['user-agent']).toBe(userAgent)
    expect(userAgent).toMatch(/^kiva-cli\/\d+\.\d+\.\d+/)
    expect(headers['accept']).toContain('application/rss+xml')
  })
})
