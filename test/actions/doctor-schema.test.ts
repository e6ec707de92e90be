/** `kiva doctor --schema`: what it finds in responses of the sandbox, in recorded and in broken ones. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../src/api/records/field-values.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, Send } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { version } from '../../src/core/version.ts'
import { jsonReply, type RunOptions, run, textReply } from '../harness.ts'
import { remembering } from '../recorder/services.ts'
import { now, openSandbox } from '../sandbox/open.ts'

interface Report {
  readonly endpoint: string
  readonly state: string
  readonly status: number | null
  readonly records: number | null
  readonly paging: JsonObject | null
  readonly differences: readonly JsonObject[]
  readonly not_sent: readonly string[]
  readonly note: string | null
  readonly version: string
  readonly date: string
}

/** Runs the command, and returns its reports by endpoint. */
async function examine(options: RunOptions = {}, words: readonly string[] = []) {
  const ran = await run([...words, 'doctor', '--schema', '-o', 'json'], { now, ...options })
  const reports: readonly Report[] = ran.stdout === '' ? [] : JSON.parse(ran.stdout)
  return { ...ran, reports, by: Object.fromEntries(reports.map((report) => [report.endpoint, report])) }
}

/** The differences, one per line, and the state and note of what is neither as documented nor skipped for a login. */
const linesOf = (reports: readonly Report[]) =>
  reports.flatMap(({ endpoint, state, note, differences }) => [
    ...(note === null || note === 'needs a login' ? [] : [`${endpoint} ${state}: ${note}`]),
    ...differences.map(
      ({ kind, field, documented, example, count, of }) =>
        `${endpoint} ${state}: ${kind} ${field}${example === undefined ? '' : ` ${example}`}${documented === undefined ? '' : ` (${documented})`}, ${count} of ${of}`,
    ),
  ])

const endpoints = Object.values(catalogue).flatMap((resource) => Object.values(resource.endpoints))

const market = openSandbox()
const inner = remembering(async (request) => market.handle(request))
const pathOf = (url: string) => new URL(url).pathname.replace(/^\/v1|\.json$/g, '')

/** A sandbox whose replies to some paths are others. */
const changed =
  (path: RegExp, change: (body: Record<string, Json>, reply: HttpReply) => HttpReply): Send =>
  async (request, signal) => {
    const reply = await inner(request, signal)
    if (!path.test(pathOf(request.url))) return reply
    return change(JSON.parse(new TextDecoder().decode(reply.body)), reply)
  }

/** Replaces the first record of a list. */
const withFirst = (key: string, change: (record: JsonObject) => Json) => (body: Record<string, Json>) => {
  const [first, ...rest] = body[key] as readonly JsonObject[]
  return jsonReply({ ...body, [key]: [change(first ?? {}), ...rest] })
}

describe('the sandbox', () => {
  test('differs in nothing, and is asked once for each public endpoint', async () => {
    const { code, stderr, reports, by, requests } = await examine({ send: inner })
    expect(linesOf(reports)).toEqual([])
    expect([code, stderr]).toEqual([
      0,
      'Sending at most 30 requests, one at a time: about 30s at 60 requests per minute.\n',
    ])
    expect(reports.map(({ state }) => state).filter((state) => state !== 'ok')).toEqual(['skipped'])
    expect(by['/my/account']).toMatchObject({ state: 'skipped', note: 'needs a login', status: null })
    expect(requests.length).toBe(endpoints.length - 1)
    expect(new Set(requests.map(({ url }) => url)).size).toBe(requests.length)
    expect(requests.filter(({ headers }) => headers['authorization'])).toEqual([])
    expect(by['/lenders/newest']).toMatchObject({
      version,
      date: '2026-03-14T15:09Z',
      status: 200,
      records: 50,
      paging: { page: 1, page_size: 50 },
      not_sent: ['lenders.team_join_date'],
    })
  })

  test('in this process, the default marketplace differs in nothing either', async () => {
    const { code, reports, stderr } = await examine({}, ['--sandbox'])
    expect(reports.flatMap(({ differences }) => differences)).toEqual([])
    expect([code, stderr]).toEqual([0, 'Sending at most 30 requests, one at a time.\n'])
  })

  test('prints a text that can be published: no lender of a response is named in it', async () => {
    const bodies: string[] = []
    const send: Send = async (request, signal) => {
      const reply = await inner(request, signal)
      bodies.push(new TextDecoder().decode(reply.body))
      // Each list of lenders has a type, a field and a text that nobody expects.
      return /^\/(?:loans|teams)\/\d+\/lenders$/.test(pathOf(request.url))
        ? withFirst('lenders', ({ name, lender_id }) => ({ nick: name ?? '', lender_id: [lender_id ?? ''] }))(
            JSON.parse(bodies.at(-1) ?? ''),
          )
        : reply
    }
    const { code, stdout } = await run(['doctor', '--schema'], {
      now,
      send,
      terminal: 100,
      env: { NO_COLOR: '1' },
    })
    const all = bodies.filter((body) => body.includes('"lender_id":"')).join('\n')
    const names = [...all.matchAll(/"(?:lender_id|uid|name|inviter_id)":"([^"]{4,})"/g)].map(
      ([, name]) => name,
    )
    expect(names.length).toBeGreaterThan(100)
    expect(new Set(names.filter((name) => name && stdout.includes(name)))).toEqual(new Set())
    expect(code).toBe(3)
    expect(stdout).toMatch(/^problem +\/loans\/:id\/lenders +status 200 · \d+ records?/m)
    expect(stdout).toMatch(/^ {9}new field +lenders\.nick: "X?x/m)
    expect(stdout).toMatch(
      /^ {9}other type +lenders\.lender_id: a list of 1 \(documented: string\?\), 1 of \d+$/m,
    )
    expect(stdout).toMatch(
      /\n\n\d+ endpoints, \d+ requests: \d+ as documented, 2 with problems, 1 skipped\.\n$/,
    )
  })
})

/** The recordings, of many years, that answer a path. The first of several is that of the first run, and so on. */
const recordedFor: readonly (readonly [path: RegExp, ...files: string[]])[] = [
  [/^\/loans\/(?:search|newest)$|^\/(?:lenders|teams)\/[^/]+\/loans$/, 'lenders-loans.2009'],
  [
    /^\/loans\/[\d,]+$/,
    'loans-show-snapshot.2012',
    'loans-show.2017',
    'loans-show-group.2017',
    'loans-show.2019',
  ],
  [
    /^\/(?:loans|teams)\/\d+\/lenders$|^\/lenders\/(?:search|newest)$/,
    'loans-lenders.2009',
    'loans-lenders.2019',
  ],
  [/^\/loans\/\d+\/journal_entries$/, 'loans-journal-entries.2009'],
  [/^\/lenders\/[^/]+$/, 'lenders-show.2009', 'lenders-show-snapshot.2012'],
  [/^\/teams|\/teams$/, 'teams-listing-reconstructed.2015'],
  [/^\/partners$/, 'partners-list.2009'],
  [/^\/journal_entries\/search$/, 'journal-entries-search.2009'],
  [/^\/journal_entries\/\d+\/comments$/, 'journal-entries-comments.2009'],
  [/^\/lending_actions/, 'lending-actions-recent.2009'],
  [/^\/releases/, 'releases-current.2009'],
  [/^\/templates/, 'templates-images.2009'],
]

const recordings = new URL('../../../shared/recorded/', import.meta.url)

const serveRecordings =
  (run: number): Send =>
  async ({ url }) => {
    const [, ...files] = recordedFor.find(([path]) => path.test(pathOf(url))) ?? []
    const file = files[run] ?? files.at(-1)
    return file === undefined
      ? jsonReply({ code: 'org.kiva.NotFound', message: 'no recording' }, 404)
      : textReply(readFileSync(new URL(`${file}.json`, recordings), 'utf8'), 200, {
          'content-type': 'application/json',
        })
  }

/** Looked up in the recordings by hand. The snapshots have `header` in place of `paging`, and there is no listing of a team alone. */
const inEachRun = [
  '/loans/:id/updates warning: not found: the record may be gone',
  '/teams/:ids warning: new field paging an object with 4 fields, 1 of 1',
  '/teams/using_shortname/:shortnames warning: new field paging an object with 4 fields, 1 of 1',
  '/partners problem: other type partners.rating 0 (string?), 109 of 109',
  '/partners problem: missing field partners.countries.iso_code (string), 1 of 115',
  '/methods problem: refused error, org.kiva.NotFound',
  '/methods/:ids skipped: no response has an id for it',
]
const ofSnapshotOfLoans = [
  '/loans/:ids problem: missing field loans.terms.repayment_term (integer, in months), 5 of 5',
  '/loans/:ids problem: new field header an object with 4 fields, 1 of 1',
]
const ofSnapshotOfLenders = [
  '/lenders/:lender_ids problem: other type lenders.inviter_id 0 (string?), 5 of 10',
  '/lenders/:lender_ids problem: new field header an object with 4 fields, 1 of 1',
]

// Without the recordings, which are no part of the project, there are no such tests.
test.each(
  [
    { recording: 0, own: ofSnapshotOfLoans },
    { recording: 1, own: ofSnapshotOfLenders },
    { recording: 2, own: ofSnapshotOfLenders },
    { recording: 3, own: ofSnapshotOfLenders },
  ].filter(() => existsSync(recordings)),
)('recorded responses, set $recording: exactly what is known of them', async ({ recording, own }) => {
  const { code, reports } = await examine({ send: serveRecordings(recording) })
  expect(linesOf(reports).sort()).toEqual([...inEachRun, ...own].sort())
  expect(code).toBe(3)
})

describe('differences', () => {
  test.each<[string, RegExp, ReturnType<typeof withFirst>, string, number]>([
    [
      'a new field is no problem',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, motto: 'We lend 24 hours' })),
      '/partners warning: new field partners.motto "Xx xxxx 00 xxxxx", 1 of 200',
      0,
    ],
    [
      'a new name with a digit may be an id',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, tim9918: true })),
      '/partners warning: new field partners.xxx0000 true, 1 of 200',
      0,
    ],
    [
      'a field of a nested object',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, image: { id: 1, template_id: 1, url: {} } })),
      '/partners warning: new field partners.image.url an object with 0 fields, 1 of 183',
      0,
    ],
    [
      'a required field is missing',
      /^\/partners$/,
      withFirst('partners', ({ loans_posted: _, ...partner }) => partner),
      '/partners problem: missing field partners.loans_posted (integer), 1 of 200',
      3,
    ],
    [
      'null is missing',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, name: null, rating: null, url: '' })),
      '/partners problem: missing field partners.name (string), 1 of 200',
      3,
    ],
    [
      'money in a text',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, total_amount_raised: '1,250.00' })),
      '/partners problem: other type partners.total_amount_raised "0,000.00" (money), 1 of 200',
      3,
    ],
    [
      'an empty text in place of a required number',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, loans_posted: '' })),
      '/partners problem: other type partners.loans_posted "" (integer), 1 of 200',
      3,
    ],
    [
      'a fraction in place of an integer',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, id: 12.5 })),
      '/partners problem: other type partners.id 00.0 (integer), 1 of 200',
      3,
    ],
    [
      'a date of another form',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, start_date: '12 May 2009' })),
      '/partners problem: other type partners.start_date "00 Xxx 0000" (date?), 1 of 200',
      3,
    ],
    [
      'an object in place of a list',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, countries: { a: 1 } })),
      '/partners problem: other type partners.countries an object with 1 field (list of object), 1 of 200',
      3,
    ],
    [
      'a list in place of a map',
      /^\/loans\/[\d,]+$/,
      withFirst('loans', (loan) => ({ ...loan, description: { languages: ['en'], texts: [] } })),
      '/loans/:ids problem: other type loans.description.texts a list of 0 (map), 1 of 17',
      3,
    ],
    [
      'a value outside a closed set',
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, status: 'on hold' })),
      '/partners problem: other value partners.status "xx xxxx" (active, pilot, paused, closed, inactive), 1 of 200',
      3,
    ],
    [
      'a list under another name',
      /^\/templates\/images$/,
      ({ templates }) => jsonReply({ image_templates: templates ?? [] }),
      '/templates/images problem: no records to compare\n/templates/images problem: missing field templates (list of object), 1 of 1\n/templates/images problem: new field image_templates a list of 1, 1 of 1',
      3,
    ],
    [
      'a list without paging',
      /^\/partners$/,
      ({ partners }) => jsonReply({ partners: partners ?? [] }),
      '/partners problem: missing field paging (object), 1 of 1',
      3,
    ],
    [
      'numbers of a page that contradict each other',
      /^\/partners$/,
      ({ partners }) =>
        jsonReply({ paging: { page: 2, total: 420, page_size: 200, pages: 2 }, partners: partners ?? [] }),
      '/partners problem: other paging paging.page 2 (1), 1 of 1\n/partners problem: other paging paging.pages 2 (3), 1 of 1',
      3,
    ],
    [
      'a number beyond a double',
      /^\/releases\/api\/current$/,
      () =>
        textReply('{"release":{"id":"1","date":9007199254740993}}', 200, {
          'content-type': 'application/json',
        }),
      '/releases/api/current problem: other type release.date 0000000000000000 (date), 1 of 1',
      3,
    ],
    [
      'JSON that is called HTML',
      /^\/releases\/api\/current$/,
      (body) => jsonReply(body, 200, { 'content-type': 'text/html' }),
      '/releases/api/current warning: JSON as text/html',
      0,
    ],
  ])('%s', async (_, path, change, expected, code) => {
    const { reports, code: ended, stderr } = await examine({ send: changed(path, change) })
    expect(linesOf(reports).join('\n')).toBe(expected)
    expect(ended).toBe(code)
    expect(stderr.includes('did not answer as documented')).toBe(code === 3)
  })

  test('more than a hundred of one endpoint are counted', async () => {
    const letter = (n: number) => String.fromCharCode(97 + n)
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`a_${letter(n % 15)}${letter(Math.floor(n / 15))}`, n]),
    )
    const send = changed(
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, ...many })),
    )
    const { by } = await examine({ send })
    expect(by['/partners']?.differences.length).toBe(100)
    expect(by['/partners']?.note).toBe('50 differences more')
  })
})

describe('names of new fields', () => {
  /** Adds fields to the first partner, and returns the names in the report. */
  const namesOf = async (...names: readonly string[]) => {
    const fields = Object.fromEntries(names.map((name) => [name, true]))
    const send = changed(
      /^\/partners$/,
      withFirst('partners', (partner) => ({ ...partner, ...fields })),
    )
    const { by } = await examine({ send })
    return by['/partners']?.differences.map(({ field, count, of }) => `${field}, ${count} of ${of}`)
  }

  test('of a few words are printed', async () => {
    const names = ['loan_use', 'imageUrl', 'x-note', `a${'b'.repeat(39)}`]
    expect(await namesOf(...names)).toEqual(names.map((name) => `partners.${name}, 1 of 200`))
  })

  test('of any other kind may be texts or ids: only their form is printed, once', async () => {
    expect(await namesOf('tim9918', 'tom1234', 'Tim Smith', '_id', 'a__b', 'été')).toEqual([
      'partners.xxx0000, 1 of 200',
      'partners.Xxx Xxxxx, 1 of 200',
      'partners._xx, 1 of 200',
      'partners.x__x, 1 of 200',
      'partners.xxx, 1 of 200',
    ])
  })

  test('that are ids or names of lenders are not printed', async () => {
    const send = changed(/^\/loans\/\d+\/lenders$/, (body) => {
      const [lender = {}, ...others] = body['lenders'] as readonly JsonObject[]
      const known = { ...lender, uid: 'alexandria', name: 'Zenobia', inviter_id: 'kleopatra' }
      const byName = { alexandria: 1, Zenobia: 1, kleopatra: 1, palmyra: 1 }
      return jsonReply({ ...body, lenders: [{ ...known, ...byName }, ...others] })
    })
    const { by } = await examine({ send })
    const fields = by['/loans/:id/lenders']?.differences.map(({ field }) => field)
    expect(fields).toEqual([
      'lenders.inviter_id',
      'lenders.xxxxxxxxxx',
      'lenders.Xxxxxxx',
      'lenders.xxxxxxxxx',
      'lenders.palmyra',
    ])
  })

  test('of any length take no time', async () => {
    const long = 'a'.repeat(100_000)
    const names = [
      `${'a'.repeat(30)}1`,
      `${'b'.repeat(39)}1`,
      long,
      `${long}1`,
      `${'a_'.repeat(50_000)}1`,
      '.'.repeat(100_000),
    ]
    expect(await namesOf(...names)).toEqual([
      `partners.${'x'.repeat(30)}0, 1 of 200`,
      `partners.${'x'.repeat(39)}0, 1 of 200`,
      `partners.${'x'.repeat(40)}, 1 of 200`,
      `partners.${'x_'.repeat(20)}, 1 of 200`,
      `partners.${'.'.repeat(40)}, 1 of 200`,
    ])
  })
})

test('asks for the records with the most to show', async () => {
  // The service may not sort.
  const unsorted = changed(/^\/journal_entries\/search$/, (body) => {
    const [first, ...others] = [body['journal_entries'] ?? []].flat()
    return jsonReply({
      ...body,
      journal_entries: [...others, { ...(first as JsonObject), comment_count: 99 }],
    })
  })
  const found: JsonObject[] = []
  const { requests } = await examine({
    send: async (request, signal) => {
      const reply = await unsorted(request, signal)
      const body: JsonObject = JSON.parse(new TextDecoder().decode(reply.body))
      for (const key of ['loans', 'lenders', 'teams', 'journal_entries'])
        for (const record of [body[key] ?? []].flat()) found.push({ key, ...(record as JsonObject) })
      return reply
    },
  })
  const most = (key: string, id: string, field: string) => {
    const value = (record: JsonObject) => Number(at(record, field) ?? -1)
    const records = found.filter((record) => record['key'] === key)
    const top = Math.max(...records.map(value))
    return new Set(records.filter((record) => value(record) === top).map((record) => String(record[id])))
  }
  const idAt = (path: RegExp) =>
    requests.map(({ url }) => path.exec(decodeURIComponent(pathOf(url)))?.[1]).find(Boolean) ?? ''
  expect(
    requests.some(({ url }) => /\/loans\/search\.json\?status=in_repayment(?:,|%2C)paid/.test(url)),
  ).toBe(true)
  expect(requests.some(({ url }) => /\/journal_entries\/search\.json\?sort_by=comment_count/.test(url))).toBe(
    true,
  )
  expect([...most('loans', 'id', 'journal_totals.entries')]).toContain(idAt(/^\/loans\/(\d+)\/updates$/))
  expect([...most('journal_entries', 'id', 'comment_count')]).toContain(
    idAt(/^\/journal_entries\/(\d+)\/comments$/),
  )
})

describe('responses without records', () => {
  const only =
    (path: RegExp, answer: Send): Send =>
    (request, signal) =>
      (path.test(pathOf(request.url)) ? answer : inner)(request, signal)

  test.each<[string, RegExp, HttpReply, string, number]>([
    [
      'a refusal',
      /^\/partners$/,
      jsonReply({ code: 'org.kiva.ServerError', message: 'out of order' }, 500),
      '/partners problem: service error, org.kiva.ServerError',
      3,
    ],
    [
      'a page of a proxy',
      /^\/partners$/,
      textReply('<html><body>Tim9918 Smith</body></html>', 200, { 'content-type': 'text/html' }),
      '/partners problem: not a JSON object (text/html)',
      3,
    ],
    [
      'XML',
      /^\/partners$/,
      textReply('<response><name>Tim9918</name></response>', 200, { 'content-type': 'application/xml' }),
      '/partners problem: not a JSON object (application/xml)',
      3,
    ],
    [
      'JSON that ends early',
      /^\/partners$/,
      textReply('{"partners":[{"name":"Tim9918', 200, { 'content-type': 'application/json' }),
      '/partners problem: not a JSON object (application/json)',
      3,
    ],
    [
      'nothing',
      /^\/partners$/,
      textReply('', 200),
      '/partners problem: not a JSON object (no content type)',
      3,
    ],
    ['404 for a list', /^\/partners$/, textReply('', 404), '/partners problem: refused error', 3],
    [
      '404 for an id, which may be gone',
      /^\/loans\/\d+\/updates$/,
      jsonReply({ code: 'org.kiva.InvalidIdentifier', message: 'no such loan' }, 404),
      '/loans/:id/updates warning: not found: the record may be gone',
      0,
    ],
    [
      'no records',
      /^\/loans\/\d+\/updates$/,
      jsonReply({ loan_updates: [] }),
      '/loans/:id/updates warning: no records to compare',
      0,
    ],
    [
      'a redirect',
      /^\/partners$/,
      textReply('', 301, { location: 'https://elsewhere.example/' }),
      '/partners problem: network error',
      3,
    ],
  ])('%s', async (_, path, reply, expected, code) => {
    const { reports, code: ended, stdout } = await examine({ send: only(path, async () => reply) })
    expect(linesOf(reports).join('\n')).toBe(expected)
    expect(ended).toBe(code)
    expect(stdout).not.toContain('Tim9918')
  })

  test.each<[string, HttpReply, string, number | null]>([
    [
      'the message of a refusal',
      jsonReply({ code: 'org.kiva.ServerError', message: 'no loans of Tim' }, 500),
      'service error, org.kiva.ServerError',
      500,
    ],
    ['a message without a code', jsonReply({ message: 'Tim is gone' }, 410), 'refused error', 410],
    [
      'a code of words',
      jsonReply({ code: 'Tim Smith 9918', message: 'gone' }, 410),
      'refused error, "Xxx Xxxxx 0000"',
      410,
    ],
    [
      'a code with more after it',
      jsonReply({ code: 'org.kiva.Gone Tim', message: 'gone' }, 410),
      'refused error, "xxx.xxxx.Xxxx Xxx"',
      410,
    ],
    ['a page', textReply('<title>Tim</title>', 503), 'service error', 503],
    [
      'a content type',
      textReply('Tim', 200, { 'content-type': 'Text/X-Tim9918; of=Tim' }),
      'not a JSON object ("xxxx/x-xxx0000")',
      200,
    ],
    ['a location', textReply('', 302, { location: 'https://tim.example/' }), 'network error', 302],
  ])('as codes and forms: %s', async (_, reply, note, status) => {
    const send = only(/^\/lenders\/[^/]+\/loans$/, async () => reply)
    const { by, stdout } = await examine({ send })
    expect(by['/lenders/:lender_id/loans']).toMatchObject({ state: 'problem', note, status })
    expect(stdout).not.toMatch(/tim(?!e)/i)
  })

  test('a failure of the network without its words', async () => {
    const send = only(/^\/partners$/, async () => {
      throw new KivaError('network', 'tim.example does not answer', { transient: 'timeout' })
    })
    const { by } = await examine({ send })
    expect(by['/partners']).toMatchObject({ state: 'problem', note: 'network error, timeout', status: null })
  })

  test('an id without records is followed by a second one, within 30 requests', async () => {
    const empty: Send = async () => jsonReply({ paging: { page: 1, total: 0, page_size: 20, pages: 0 } })
    const lists = /^\/(?:loans|lenders|teams|journal_entries)\/[^/]+\/[a-z_]+$/
    const { requests, by, code } = await examine({ send: only(lists, empty) })
    expect(requests.length).toBe(30)
    expect(by['/journal_entries/:id/comments']).toMatchObject({ state: 'warning', records: 0 })
    expect(code).toBe(0)
    const paths = requests
      .map(({ url }) => pathOf(url))
      .filter((path) => /^\/loans\/\d+\/lenders$/.test(path))
    expect(new Set(paths).size).toBe(2)
  })
})

describe('a service that does not answer', () => {
  const gone = new KivaError('network', 'nobody answers', { transient: 'connection' })

  test('is one error: a second request is the last one', async () => {
    const { code, stdout, stderr, requests } = await examine({
      send: async () => {
        throw gone
      },
    })
    expect([code, stdout, requests.length]).toEqual([7, '', 2])
    expect(JSON.parse(stderr.split('\n')[1] ?? '').error.message).toBe('nobody answers')
  })

  test('after some responses: what was found is printed before the error', async () => {
    let left = 9
    const { code, by, requests } = await examine({
      send: async (request, signal) => {
        if (left-- > 0) return inner(request, signal)
        throw gone
      },
    })
    expect([code, requests.length]).toEqual([7, 13])
    expect(by['/loans/search']?.state).toBe('ok')
    expect(Object.values(by).filter(({ note }) => note === 'network error, connection').length).toBe(1)
    expect(Object.values(by).filter(({ note }) => note === 'not asked').length).toBeGreaterThan(10)
  })

  test('once: the endpoint is asked again, and the others follow', async () => {
    let isCut = false
    const { code, reports, requests } = await examine({
      send: async (request, signal) => {
        if (isCut || !pathOf(request.url).startsWith('/partners')) return inner(request, signal)
        isCut = true
        throw gone
      },
    })
    expect([code, linesOf(reports), requests.length]).toEqual([0, [], endpoints.length])
  })

  test('ends with the rate limit', async () => {
    let left = 5
    const { code, by, requests } = await examine({
      send: async (request, signal) =>
        left-- > 0
          ? inner(request, signal)
          : jsonReply({ code: 'org.kiva.RateLimitExceeded', message: 'too many' }, 403),
    })
    expect([code, requests.length]).toEqual([8, 6])
    expect(by['/loans/search']?.state).toBe('ok')
  })

  test('that does not pass by itself is not asked twice', async () => {
    const send: Send = async () => {
      throw new KivaError('network', 'the certificate is not valid')
    }
    const { code, stdout, requests } = await examine({ send })
    expect([code, stdout, requests.length]).toEqual([7, '', 1])
  })

  test('each time at first: 30 requests are not exceeded', async () => {
    const asked = new Set<string>()
    const { code, requests } = await examine({
      send: async (request, signal) => {
        if (asked.has(request.url)) return inner(request, signal)
        asked.add(request.url)
        throw gone
      },
    })
    const left = 30 - (endpoints.length - 1)
    // Six endpoints are asked again. Two that are not, one after the other, end the run.
    expect([code, requests.length]).toEqual([7, 2 * left + 2])
  })

  /** Interrupts the run at the first request to this path. */
  const interruptedAt = (path: string): RunOptions => {
    const stop = new AbortController()
    return {
      signal: stop.signal,
      send: async (request, signal) => {
        if (pathOf(request.url) !== path) return inner(request, signal)
        stop.abort(new KivaError('interrupted', 'interrupted'))
        throw stop.signal.reason
      },
    }
  }

  test.each([undefined, 100])(
    'ends with 130 when interrupted, and prints what was found',
    async (terminal) => {
      const { code, stdout, stderr, requests } = await run(['doctor', '--schema'], {
        now,
        env: { NO_COLOR: '1' },
        ...(terminal && { terminal }),
        ...interruptedAt('/partners'),
      })
      expect([code, stdout]).toEqual([130, ''])
      expect(stderr).toMatch(/^ok +\/loans\/search +status 200 · 20 records/m)
      expect(stderr).toMatch(/^skipped +\/partners +not asked$/m)
      expect(stderr).toContain(
        `${endpoints.length} endpoints, ${requests.length} requests: ${requests.length - 1} as documented, `,
      )
    },
  )

  test('prints nothing when interrupted before the first response', async () => {
    const { code, stdout, stderr } = await examine(interruptedAt('/loans/search'))
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).not.toContain('/loans')
  })
})

describe('nothing is sent', () => {
  test.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    ['--offline', ['--offline'], {}, '--offline cannot be used with --schema'],
    ['--cache', ['--cache', '1d'], {}, '--cache cannot be used with --schema'],
    ['KIVA_CACHE', [], { KIVA_CACHE: '1d' }, 'KIVA_CACHE cannot be used with --schema'],
    ['--network', ['--network'], {}, '--network cannot be used with --schema'],
    ['--mirror', ['--mirror'], {}, '--mirror cannot be used with this command'],
    ['an invalid setting', [], { KIVA_TIMEOUT: 'soon' }, 'for KIVA_TIMEOUT: expected seconds'],
    ['an invalid address', [], { KIVA_BASE_URL: 'nowhere' }, 'KIVA_BASE_URL'],
  ])('with %s', async (_, words, env, message) => {
    const { code, stderr, stdout, requests } = await run(['doctor', '--schema', ...words], { env })
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(stderr).toContain(message)
  })
})

test('the other formats have one record per endpoint', async () => {
  const { stdout } = await run(['doctor', '--schema', '-o', 'csv'], { now, send: inner })
  const [head, ...rows] = stdout.trimEnd().split('\r\n')
  expect(head).toBe('endpoint,state,status,records,paging,differences,not_sent,note,version,date')
  expect(rows.length).toBe(endpoints.length)
})
