import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { Json, JsonObject } from '../../../src/core/json.ts'
import { renderTable } from '../../../src/output/table/render-table.ts'
import { each, printed, unsafeIn, viewOf } from '../helpers.ts'
import { loans, samples } from '../samples.ts'

const table = (
  returns: RecordName,
  width: number | undefined,
  records: readonly Json[] = samples[returns],
  rest = {},
) => printed('table', records, viewOf(returns, { width, ...rest }))

const types = Object.keys(samples) as RecordName[]

describe('a table of loans', () => {
  it('fits 80 columns', async () => {
    expect(`\n${await table('loan_listing', 80, loans.slice(0, 4))}`).toMatchInlineSnapshot(`
      "
           ID  NAME           COUNTRY   USE                 ASKED  TO GO  FUNDED  ENDS
      2104311  Amina's Group  Kenya     buy maize seed a…  $2,500   $975     61%   12d
      2104298  Đặng           Viet Nam  buy piglets and…     $825   $675     18%   27d
      2104275  José Luis      Ecuador   renew the cacao…   $1,200    $70     94%    3h
      2104260  นงลักษณ์         Thailand  dig a fish pond      $600   $600      0%   29d
      "
    `)
  })

  it('drops the bar before it cuts more important columns', async () => {
    expect(`\n${await table('loan_listing', 80)}`).toMatchInlineSnapshot(`
      "
           ID  NAME             USE                   ASKED  FUNDED  ENDS  STATUS
      2104311  Amina's Group    buy maize seed an…   $2,500     61%   12d  fundraising
      2104298  Đặng             buy piglets and f…     $825     18%   27d  fundraising
      2104275  José Luis        renew the cacao t…   $1,200     94%    3h  fundraising
      2104260  นงลักษณ์           dig a fish pond        $600      0%   29d  fundraising
      2104259  李小龙的合作社   购买种子和肥料以…   $10,000     99%    2d  fundraising
      2104258  Noor 👩‍🌾 & Söhne  open a bakery 🍞…    $3,275    100%        funded
      "
    `)
  })

  it('uses 200 columns', async () => {
    expect(`\n${await table('loan_listing', 200)}`).toMatchInlineSnapshot(`
      "
           ID  NAME             COUNTRY    SECTOR       USE                                                    ASKED  TO GO  FUNDED            ENDS  STATUS       POSTED
      2104311  Amina's Group    Kenya      Agriculture  buy maize seed and fertiliser for the long rains      $2,500   $975  ███████░░░░  61%   12d  fundraising  16 Sep 2026
      2104298  Đặng             Viet Nam   Agriculture  buy piglets and feed                                    $825   $675  ██░░░░░░░░░  18%   27d  fundraising  20 Sep 2026
      2104275  José Luis        Ecuador    Agriculture  renew the cacao trees on two hectares of steep land   $1,200    $70  ██████████░  94%    3h  fundraising  20 Sep 2026
      2104260  นงลักษณ์           Thailand   Agriculture  dig a fish pond                                         $600   $600  ░░░░░░░░░░░   0%   29d  fundraising  20 Sep 2026
      2104259  李小龙的合作社   China      Agriculture  购买种子和肥料以及新的农业设备                       $10,000     $1  ██████████░  99%    2d  fundraising  20 Sep 2026
      2104258  Noor 👩‍🌾 & Söhne  Palestine  Food         open a bakery 🍞 with her sisters                     $3,275         ███████████ 100%        funded       20 Sep 2026
      "
    `)
  })

  it('shortens nothing and writes full dates in a pipe', async () => {
    expect(`\n${await table('loan_listing', undefined, loans, { now: undefined })}`).toMatchInlineSnapshot(`
      "
           ID  NAME             COUNTRY    SECTOR       USE                                                    ASKED  TO GO  FUNDED  ENDS                  STATUS       POSTED
      2104311  Amina's Group    Kenya      Agriculture  buy maize seed and fertiliser for the long rains      $2,500   $975     61%  2026-10-16T18:50:00Z  fundraising  2026-09-16T08:30:00Z
      2104298  Đặng             Viet Nam   Agriculture  buy piglets and feed                                    $825   $675     18%  2026-10-31T19:00:00Z  fundraising  2026-09-20T08:30:00Z
      2104275  José Luis        Ecuador    Agriculture  renew the cacao trees on two hectares of steep land   $1,200    $70     94%  2026-10-04T15:20:00Z  fundraising  2026-09-20T08:30:00Z
      2104260  นงลักษณ์           Thailand   Agriculture  dig a fish pond                                         $600   $600      0%  2026-11-02T19:00:00Z  fundraising  2026-09-20T08:30:00Z
      2104259  李小龙的合作社   China      Agriculture  购买种子和肥料以及新的农业设备                       $10,000     $1     99%  2026-10-06T13:00:00Z  fundraising  2026-09-20T08:30:00Z
      2104258  Noor 👩‍🌾 & Söhne  Palestine  Food         open a bakery 🍞 with her sisters                     $3,275           100%                        funded       2026-09-20T08:30:00Z
      "
    `)
  })

  it('shows the status instead of the end if no loan is fundraising', async () => {
    const paid = loans.map((loan) => ({ ...loan, status: 'in_repayment' }))
    const text = await table('loan_listing', 80, paid)
    expect(text.split('\n')[0]).not.toMatch(/ENDS|TO GO/)
    expect(text).toContain('in repayment')
  })

  it('highlights loans that end within three days, and color adds no text', async () => {
    const text = await table('loan_listing', 113, loans, { color: true })
    expect(text).toContain('\x1b[33m3h\x1b[39m')
    expect(text).toContain('\x1b[33m2d\x1b[39m')
    expect(text).not.toContain('\x1b[33m12d')
    expect(text).toContain('\x1b[1mĐặng\x1b[22m')
    expect(text.replaceAll(/\x1b\[\d+m/g, '')).toBe(await table('loan_listing', 113))
  })
})

describe('every type', () => {
  it('fits 80 columns', async () => {
    const parts = await Promise.all(
      types
        .filter((type) => !type.startsWith('loan_l') && type !== 'loan_detail')
        .map(async (type) => `${type}\n${await table(type, 80)}`),
    )
    expect(`\n${parts.join('\n')}`).toMatchInlineSnapshot(`
      "
      lender_listing
      LENDER     NAME       WHEREABOUTS      COUNTRY  JOINED
      robin1001  Robin      Ghent, Flanders  Belgium
                 Anonymous
      ana2       Ana                         Belgium  5 Jan 2020

      lender_detail
      LENDER     NAME   WHEREABOUTS      COUNTRY  OCCUPATION       LOANS  MEMBER SINCE
      robin1001  Robin  Ghent, Flanders  Belgium  Bicycle mechan…  1,214  9 Apr 2019
      x          X

      team_listing
       ID  NAME              CATEGORY         MEMBERS    LOANS        LENT
      201  Sandbox Stewards  Common Interest   49,255  212,225  $6,214,250
      202  Small

      team_detail
       ID  NAME              CATEGORY         MEMBERS    LOANS        LENT
      201  Sandbox Stewards  Common Interest   49,255  212,225  $6,214,250

      partner_listing
       ID  NAME                       COUNTRIES         RATING  DEFAULT       RAISED
      133  Field of Gold Cooperative  Kenya, Uganda        3.5    0.00%  $12,023,325
      134  Newcomer                                  Not Rated                    $0

      journal_entry
          ID  SUBJECT         AUTHOR            DATE    COMMENTS  LIKED
      500001  A good harvest  Jane Fieldworker  3h ago         2     14
      500002  Rain            Jane Fieldworker  3h ago         2     14

      comment
      ID  AUTHOR  WHEREABOUTS  DATE    COMMENT
       1  Kim     Oslo         1d ago  Well done! See you.

      loan_updates
      DATE        UPDATE             ID   AMOUNT  ABOUT           AUTHOR
      17d ago     payment          9001  $178.57
      3h ago      journal entry  500001           A good harvest  Jane Fieldworker
      1 Aug 2026  visit                           A visit

      lending_action
      WHEN       LENDER     FROM      LOAN  TO             COUNTRY  USE
      12min ago  robin1001  Robin  2104311  Amina's Group  Kenya    buy maize seed an…

      method_summary
      METHOD             SUMMARY       ARGUMENTS  LOGIN   STATUS      ADDRESS
      GET*|loans|search  Search loans          2          Production  /v1/loans/search
      GET*|my|account                          0  needed              /v1/my/account

      user_account
        ID  FIRST NAME  LAST NAME  LENDER
      1001  Robin       Reed       robin1001

      release
      RELEASE  DATE
      13775    3d ago

      image_template
      ID  PATTERN
       1  https://www.example.org/img/<size>/<id>.jpg
      "
    `)
  })

  it.each(types)('%s is never wider than the terminal and has no trailing spaces', async (type) => {
    for (const width of [20, 40, 80, 120, 200]) {
      const text = await table(type, width)
      for (const line of text.split('\n')) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width)
        expect(line).toBe(line.trimEnd())
      }
    }
  })

  it.each(types)('%s contains ids and names in a pipe', async (type) => {
    const text = await table(type, undefined)
    for (const record of samples[type] as readonly JsonObject[]) {
      for (const key of ['id', 'lender_id', 'name'])
        if (record[key]) expect(text).toContain(String(record[key]))
    }
  })
})

describe('odd records', () => {
  it('shows plain ids', async () => {
    expect(await table('loan_listing', 80, [84, 85, 186])).toBe(' ID\n 84\n 85\n186\n')
  })

  it('mixes plain ids and objects', async () => {
    expect(await table('image_template', 80, [{ id: 1, pattern: 'p' }, 22])).toBe('ID  PATTERN\n 1  p\n22\n')
  })

  it('shows the keys of unknown records as columns', async () => {
    expect(await table('loan_listing', 80, [{ some_thing: 1 }, { other: 'x', some_thing: [2] }])).toBe(
      'SOME THING  OTHER\n1\n2           x\n',
    )
  })

  it('prints nothing for an empty list', async () => expect(await table('loan_listing', 80, [])).toBe(''))

  it('accepts nulls and wrong types in every field', async () => {
    const odd = fc.oneof(fc.constant(null), fc.jsonValue({ stringUnit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        odd,
        fc.constantFrom(20, 80, undefined),
        async (type, value, width) => {
          const record = samples[type][0] as JsonObject
          const bent = Object.keys(record).map((key) =>
            JSON.parse(JSON.stringify({ ...record, [key]: value })),
          )
          expect(
            unsafeIn((await table(type, width, bent, { color: true })).replaceAll(/[\u200c\u200d]/g, '')),
          ).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a long table', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...loans[id % 6], id: 1000 + id * 100 }))

  it('is printed 50 rows at a time and reads only the records it prints', async () => {
    let asked = 0
    async function* source() {
      for (const record of many(1_000)) {
        asked++
        yield record
      }
    }
    const rows: number[] = []
    for await (const chunk of renderTable(source(), viewOf('loan_listing'))) {
      rows.push(String(chunk).trimEnd().split('\n').length)
      expect(asked).toBe(Math.min(1_000, rows.length * 50))
    }
    expect(rows).toHaveLength(20)
    expect(rows[0]).toBe(51)
    expect(new Set(rows.slice(1))).toEqual(new Set([50]))
  })

  it('repeats its header on each screen of a pager, except with noHeaders', async () => {
    const rows = many(120)
    const text = await printed('table', rows, viewOf('loan_listing', { headerEvery: 24 }))
    const lines = text.trimEnd().split('\n')
    const headers = lines.flatMap((line, at) => (line.includes('FUNDED') ? [at] : []))
    expect(headers).toEqual([0, 24, 48, 72, 96, 120])
    expect(lines).toHaveLength(rows.length + headers.length)
    const bare = await printed('table', rows, viewOf('loan_listing', { headerEvery: 24, noHeaders: true }))
    expect(bare).not.toContain('FUNDED')
  })

  it('keeps the columns of its first rows and widens the id column for longer ids', async () => {
    const text = await table('loan_listing', 80, many(120))
    const lines = text.trimEnd().split('\n')
    expect(lines.filter((line) => line.includes('FUNDED'))).toHaveLength(1)
    expect(text).toContain('12900')
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(80)
  })
})

it('detail: true prints a single object as a detail view, and lists and plain ids as tables', async () => {
  expect(await table('release', 80, undefined, { detail: false })).toMatch(/^RELEASE/)
  expect(await table('release', 80, undefined, { detail: true })).toMatch(/^Release 13775/)
  expect(await table('loan_listing', 80, loans.slice(0, 2), { detail: true })).toMatch(/ID {2}NAME/)
  let text = ''
  for await (const chunk of renderTable(each([84]), viewOf('loan_detail', { detail: true }))) text += chunk
  expect(text).toBe('84\n')
})
