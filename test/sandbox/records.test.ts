/** The field definitions match all replies: every field sent is defined, every required field is sent. */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../src/api/endpoint.ts'
import { type Field, type Fields, records } from '../../src/api/records/fields.ts'
import { type RecordName, recordTypes } from '../../src/api/records/record-types.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { askJson, asRobin, everyPage, examplePath, list, openSandbox } from './open.ts'

const sandbox = openSandbox({ loans: 2000, authorize: asRobin })

const newest = await list(sandbox, '/v1/lenders/newest.json', 'lenders')

/** Few loans are late: those on the first page of a search for loans in repayment may have no such field. */
const repaying = await everyPage(sandbox, '/v1/loans/search.json?status=in_repayment', 'loans')
const late = repaying.filter(({ delinquent }) => delinquent).map(({ id }) => id)

const range = (from: number, length: number, step = 1) =>
  Array.from({ length }, (_, nth) => from + nth * step).join()

/** Ids of more records than in the examples, so that every optional field appears. */
const ids: Readonly<Record<string, readonly string[]>> = {
  '/loans/:ids': [range(2100001, 50), range(2101000, 50, 20), range(2101950, 50), late.slice(0, 5).join()],
  '/loans/:id/lenders': ['2100001', '2100020'],
  '/loans/:id/updates': ['2100001', '2100050'],
  '/lenders/:lender_ids': ['robin1001', newest.map(({ lender_id }) => lender_id).join()],
  '/teams/:ids': [range(201, 20)],
  '/methods/:ids': ['GET*%7Cloans%7Csearch,GET*%7Cloans%7C%3Aids', 'GET*%7Cpartners'],
}

const endpoints: readonly Endpoint[] = Object.values(catalogue).flatMap((resource): readonly Endpoint[] =>
  Object.values(resource.endpoints),
)

async function recordsAt(endpoint: Endpoint): Promise<readonly JsonObject[]> {
  const paths = (ids[endpoint.path] ?? [undefined]).map((each) => examplePath(endpoint, each))
  const pages = await Promise.all(paths.map((path) => askJson(sandbox, `${path}.json`)))
  return pages.flatMap((page) => [page[recordTypes[endpoint.returns].key] ?? []].flat() as JsonObject[])
}

const fits: Readonly<Record<Field['type'], (value: Json) => boolean>> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  money: (value) => typeof value === 'number',
  local: (value) => typeof value === 'number',
  percent: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string',
  html: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  map: isObject,
}

/** Returns the differences of a record, one line each, and adds the record's fields to `seen`. */
function compare(fields: Fields, record: JsonObject, at: string, seen: Set<string>): readonly string[] {
  const missing = Object.entries(fields).flatMap(([key, field]) =>
    field.optional || key in record ? [] : [`${at}.${key} is missing`],
  )
  const wrong = Object.entries(record).flatMap(([key, value]) => {
    const field = fields[key]
    seen.add(`${at}.${key}`)
    if (!field) return [`${at}.${key} is not described`]
    if (isList(value) !== (field.list === true)) return [`${at}.${key} is ${field.list ? 'no' : 'a'} list`]
    return [value].flat().flatMap((one: Json) => {
      if (!fits[field.type](one)) return [`${at}.${key} is no ${field.type}: ${JSON.stringify(one)}`]
      return isObject(one) && field.fields ? compare(field.fields, one, `${at}.${key}`, seen) : []
    })
  })
  return [...missing, ...wrong]
}

describe('every field sent is defined, and every required field is sent', () => {
  test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))('%s', async (_, endpoint) => {
    const found = await recordsAt(endpoint)
    expect(found.length).toBeGreaterThan(0)
    const wrong = found.flatMap((record) =>
      compare(records[endpoint.returns], record, endpoint.returns, new Set()),
    )
    expect([...new Set(wrong)]).toEqual([])
  })
})

test('every top-level field is sent by some record, except theme', async () => {
  const seen = new Set<string>()
  for (const endpoint of endpoints)
    for (const record of await recordsAt(endpoint))
      compare(records[endpoint.returns], record, endpoint.returns, seen)
  for (const record of repaying) compare(records.loan_listing, record, 'loan_listing', seen)
  const never = (Object.keys(records) as RecordName[]).flatMap((type) =>
    Object.keys(records[type]).flatMap((key) => (seen.has(`${type}.${key}`) ? [] : [`${type}.${key}`])),
  )
  // `theme` is from the time when a loan could have only one.
  expect(never.sort()).toEqual(['loan_detail.theme', 'loan_listing.theme'])
})
