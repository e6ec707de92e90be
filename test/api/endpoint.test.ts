/** Mostly compile-time checks: `tsc -p .` fails if a line under `@ts-expect-error` compiles. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type Endpoint,
  formatsOf,
  get,
  type PathNames,
  paramsOf,
  pathNames,
  type Resource,
  type ValuesOf,
} from '../../src/api/endpoint.ts'
import { records } from '../../src/api/records/fields.ts'
import type { RecordName } from '../../src/api/records/record-types.ts'
import { catalogue } from '../../src/commands/catalogue.ts'

const entry = { brief: 'x', returns: 'loan_listing', examples: [] } as const
const id = { kind: 'number', brief: 'x' } as const

describe('the compiler rejects', () => {
  test('a path argument without a param', () => {
    get('/x/:id', { ...entry, params: { id } })
    // @ts-expect-error no param `id`
    get('/x/:id', { ...entry, params: {} })
    // @ts-expect-error `ids` is not `id`
    get('/x/:id', { ...entry, params: { ids: id } })
    // @ts-expect-error no param `other`
    get('/x/:id/y/:other', { ...entry, params: { id } })
    // @ts-expect-error no params at all
    get('/x/:id', entry)
  })

  test('a path without a leading slash', () => {
    // @ts-expect-error no slash
    get('x', { ...entry, params: {} })
  })

  test('an unknown record name, format or kind', () => {
    // @ts-expect-error no such record name
    get('/x', { ...entry, returns: 'loan_listings', params: {} })
    // @ts-expect-error no such format
    get('/x', { ...entry, formats: ['json', 'yaml'], params: {} })
    // @ts-expect-error no such kind
    get('/x', { ...entry, params: { q: { kind: 'boolean', brief: 'x' } } })
    // @ts-expect-error no such set of known values
    get('/x', { ...entry, params: { q: { kind: 'string', brief: 'x', known: 'colour' } } })
    // @ts-expect-error only `true` is allowed
    get('/x', { ...entry, paged: false, params: {} })
    // @ts-expect-error every entry needs a brief
    get('/x', { returns: 'loan_listing', params: {}, examples: [] })
    // @ts-expect-error every param needs a brief
    get('/x', { ...entry, params: { q: { kind: 'string' } } })
  })

  test('a misspelled property, which would otherwise be ignored', () => {
    // @ts-expect-error the property is `paged`
    get('/x', { ...entry, page: true, params: {} })
    // @ts-expect-error the property is `list`
    get('/x', { ...entry, params: { q: { kind: 'string', brief: 'x', lists: true } } })
  })

  test('a default that is not one of the choices', () => {
    const choices = ['newest', 'oldest'] as const
    get('/x', { ...entry, params: { q: { kind: 'string', brief: 'x', choices, default: 'newest' } } })
    // @ts-expect-error not one of the choices
    get('/x', { ...entry, params: { q: { kind: 'string', brief: 'x', choices, default: 'first' } } })
  })

  test('an invalid value for a request', () => {
    type Search = ValuesOf<typeof catalogue.loans.endpoints.search>
    const search = (values: Search) => values
    search({ status: ['funded', 'paid'], partner: [9], q: 'maize', page: 2 })
    search({})
    // @ts-expect-error not an allowed value
    search({ status: ['refunded'] })
    // @ts-expect-error not a list
    search({ status: 'funded' })
    // @ts-expect-error strings, not numbers
    search({ partner: ['9'] })
    // @ts-expect-error not an allowed order
    search({ sort_by: 'random' })
    // @ts-expect-error no such parameter
    search({ theme: 'Green' })

    const show = (values: ValuesOf<typeof catalogue.loans.endpoints.show>) => values
    show({ ids: [84] })
    // @ts-expect-error ids are required
    show({})
    // @ts-expect-error the endpoint has no pages
    show({ ids: [84], page: 2 })
  })
})

describe('types derived from an endpoint', () => {
  test('PathNames is the union of the names in a path', () => {
    expectTypeOf<PathNames<'/loans/search'>>().toEqualTypeOf<never>()
    expectTypeOf<PathNames<'/loans/:ids'>>().toEqualTypeOf<'ids'>()
    expectTypeOf<PathNames<'/loans/:id/lenders'>>().toEqualTypeOf<'id'>()
    expectTypeOf<PathNames<'/a/:b/c/:d'>>().toEqualTypeOf<'b' | 'd'>()
  })

  test('ValuesOf has the literal types of the choices', () => {
    type Search = ValuesOf<typeof catalogue.loans.endpoints.search>
    expectTypeOf<Search['status']>().toEqualTypeOf<
      readonly ('fundraising' | 'funded' | 'in_repayment' | 'paid' | 'ended_with_loss')[] | undefined
    >()
    expectTypeOf<Search['region']>().toEqualTypeOf<
      readonly ('na' | 'ca' | 'sa' | 'af' | 'as' | 'me' | 'ee')[] | undefined
    >()
    expectTypeOf<Search['gender']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Search['sector']>().toEqualTypeOf<readonly string[] | undefined>()
    expectTypeOf<Search['partner']>().toEqualTypeOf<readonly number[] | undefined>()
    expectTypeOf<Search['q']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Search['page']>().toEqualTypeOf<number | undefined>()

    expectTypeOf<ValuesOf<typeof catalogue.loans.endpoints.show>['ids']>().toEqualTypeOf<readonly number[]>()
    expectTypeOf<ValuesOf<typeof catalogue.loans.endpoints.lenders>['id']>().toEqualTypeOf<number>()
    expectTypeOf<ValuesOf<typeof catalogue.lenders.endpoints.loans>['lender_id']>().toEqualTypeOf<string>()
    expectTypeOf<ValuesOf<typeof catalogue.lenders.endpoints.loans>['sort_by']>().toEqualTypeOf<
      'oldest' | 'newest' | undefined
    >()
  })

  test('an entry of the catalogue is an Endpoint and keeps its literal types', () => {
    expectTypeOf(catalogue.loans).toExtend<Resource>()
    expectTypeOf(catalogue.loans.endpoints.search).toExtend<Endpoint>()
    expectTypeOf(catalogue.loans.endpoints.show.path).toEqualTypeOf<'/loans/:ids'>()
    expectTypeOf(catalogue.loans.endpoints.show.returns).toExtend<RecordName>()
  })
})

describe('reading an endpoint', () => {
  test('pathNames returns the names in the path, in order', () => {
    expect(pathNames({ path: '/loans/search' })).toEqual([])
    expect(pathNames({ path: '/teams/using_shortname/:shortnames' })).toEqual(['shortnames'])
    expect(pathNames({ path: '/a/:b_c/d/:e' })).toEqual(['b_c', 'e'])
  })

  test('paramsOf adds page last, and only for a paged endpoint', () => {
    const q = { kind: 'string', brief: 'x' } as const
    expect(paramsOf({ params: { q } })).toEqual({ q })
    expect(Object.keys(paramsOf({ params: { q }, paged: true }))).toEqual(['q', 'page'])
    expect(paramsOf({ params: {}, paged: true })['page']).toMatchObject({ kind: 'number', default: '1' })
  })

  test('formatsOf returns html, json and xml by default', () => {
    expect(formatsOf({})).toEqual(['html', 'json', 'xml'])
    expect(formatsOf({ formats: ['rss'] })).toEqual(['rss'])
  })

  test('get adds the path to the entry and leaves the rest unchanged', () => {
    expect(get('/x/:id', { ...entry, params: { id } })).toEqual({ path: '/x/:id', ...entry, params: { id } })
  })

  test('every returned record type has at least two fields', () => {
    const names = Object.values(catalogue).flatMap((resource) =>
      Object.values<Endpoint>(resource.endpoints).map(({ returns }) => returns),
    )
    for (const name of names) expect(Object.keys(records[name]).length, name).toBeGreaterThan(1)
  })
})
