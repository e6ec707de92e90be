/**
 * Replies of the real API are printed in every format without loss. The fixtures have the keys, types and
 * oddities of recorded replies, with made-up text and numbers. The recordings are not part of the project;
 * they are read too if they are next to the checkout.
 */
import { existsSync, readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { RecordName } from '../../src/api/records/record-types.ts'
import { decodeReply } from '../../src/api/wire/reply.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { cleanLines } from '../../src/output/gate/text.ts'
import { printed, unsafeIn, viewOf } from './helpers.ts'
import { now } from './samples.ts'

const fixtures = new URL('../fixtures/answers/', import.meta.url)
const recordings = new URL('../../../shared/recorded/', import.meta.url)
const folders = existsSync(recordings) ? [fixtures, recordings] : [fixtures]

const answers: readonly (readonly [file: string, returns: RecordName])[] = [
  ['journal-entries-comments.2009', 'comment'],
  ['journal-entries-search.2009', 'journal_entry'],
  ['lenders-loans.2009', 'loan_listing'],
  ['lenders-show-snapshot.2012', 'lender_detail'],
  ['lenders-show.2009', 'lender_detail'],
  ['lending-actions-recent.2009', 'lending_action'],
  ['loans-journal-entries.2009', 'journal_entry'],
  ['loans-lenders.2009', 'lender_listing'],
  ['loans-lenders.2019', 'lender_listing'],
  ['loans-show-group.2017', 'loan_detail'],
  ['loans-show-snapshot.2012', 'loan_detail'],
  ['loans-show.2017', 'loan_detail'],
  ['loans-show.2019', 'loan_detail'],
  ['partners-list.2009', 'partner_listing'],
  ['releases-current.2009', 'release'],
  ['teams-listing-reconstructed.2015', 'team_listing'],
  ['templates-images.2009', 'image_template'],
]

const scalarsOf = (value: Json): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((item: Json) => scalarsOf(item))
    : value === null || value === ''
      ? []
      : [String(value)]

const idOf = (record: Json) => {
  const { id, lender_id, name } = record as JsonObject
  return String(id ?? lender_id ?? name)
}

const squeezed = (text: string) => cleanLines(text).replaceAll(/\s+/g, '')

describe.each(folders)('replies in %s', (folder) => {
  describe.each(answers)('%s', (file, returns) => {
    const read = () => {
      const body = readFileSync(new URL(`${file}.json`, folder))
      return decodeReply({ returns }, { status: 200, headers: {}, body }, now)
    }

    it('json and ndjson print the same records', async () => {
      const { records, single } = read()
      expect(JSON.parse(await printed('json', records, viewOf(returns, { single })))).toEqual(
        single ? records[0] : records,
      )
      const lines = (await printed('ndjson', records, viewOf(returns, { single }))).trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual(records)
    })

    it('xml contains every scalar', async () => {
      const { records, single } = read()
      const xml = await printed('xml', records, viewOf(returns, { single }))
      const parser = new XMLParser({
        trimValues: false,
        parseTagValue: false,
        htmlEntities: true,
        processEntities: { enabled: true, maxTotalExpansions: 1e6, maxExpandedLength: 1e7 },
      })
      const found = new Set(scalarsOf(parser.parse(xml)))
      // The service writes booleans as 1 and 0.
      const written = JSON.parse(JSON.stringify(records), (_, value) =>
        typeof value === 'boolean' ? Number(value) : value,
      )
      expect(written.flatMap(scalarsOf).filter((scalar: string) => !found.has(scalar))).toEqual([])
    })

    it('a table contains ids and names and is sanitized', async () => {
      const { records, single } = read()
      for (const width of [80, 200, undefined]) {
        const text = await printed('table', records, viewOf(returns, { single, width, color: true }))
        expect(unsafeIn(text)).toEqual([])
        if (width === undefined) for (const record of records) expect(text).toContain(idOf(record))
      }
    })

    it('a detail view contains the id and name, and is sanitized', async () => {
      const { records, single } = read()
      for (const record of records) {
        const text = await printed('table', [record], viewOf(returns, { single, detail: true }))
        expect(unsafeIn(text)).toEqual([])
        expect(text).toContain(idOf(record))
        const { name } = record as JsonObject
        if (typeof name === 'string') expect(squeezed(text)).toContain(squeezed(name))
      }
    })
  })
})
