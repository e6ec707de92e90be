/** `kiva doctor --schema`: compares one reply of each public endpoint with the fields that kiva knows. */

import { type Catalogue, type Endpoint, listedParam, pathNames, type Values } from '../api/endpoint.ts'
import { rateLimit } from '../api/gaps.ts'
import { nameOf } from '../api/origins.ts'
import { at, number } from '../api/records/field-values.ts'
import { recordTypes } from '../api/records/record-types.ts'
import { buildRequest } from '../api/wire/request.ts'
import type { Context, PrintStyle } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { HttpReply, HttpRequest } from '../core/http.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import type { Out } from '../core/streams.ts'
import { marketTime } from '../core/time.ts'
import { version } from '../core/version.ts'
import { type Paint, palette } from '../output/terminal/palette.ts'
import { wrap } from '../output/terminal/width.ts'
import { lasting } from '../output/words/span.ts'
import { compareReply, errorNote, type Report, unanswered } from './compare-reply.ts'

/** The most requests of a run: one for each public endpoint, and some for a second id where the first has no records. */
const maxRequests = 30

/** The most ids in one request. */
const maxIds = 20

interface Choice {
  /** Asks for loans with repayments, and for entries with comments: other replies have the rest. */
  readonly query?: Values
  /** Asks for the records with the most in this field, or for those that have it. */
  readonly most?: string
  /** Waits for the replies of all others. */
  readonly last?: true
}

/** How to ask the endpoints that would show little otherwise, by path. */
const choices: Readonly<Record<string, Choice>> = {
  '/loans/search': { query: { status: ['in_repayment', 'paid'] } },
  '/loans/:id/lenders': { most: 'lender_count' },
  '/loans/:id/journal_entries': { most: 'journal_totals.entries' },
  '/loans/:id/updates': { most: 'journal_totals.entries' },
  '/lenders/:lender_id/loans': { most: 'loan_count' },
  // Few lenders are in a team: the members of one are known last.
  '/lenders/:lender_id/teams': { most: 'team_join_date', last: true },
  '/teams/:id/lenders': { most: 'member_count' },
  '/teams/:id/loans': { most: 'loan_count' },
  '/journal_entries/search': { query: { sort_by: 'comment_count' } },
  '/journal_entries/:id/comments': { most: 'comment_count' },
}

/** The fields that name a lender. */
const lenderNames = ['lender_id', 'uid', 'name', 'inviter_id'] as const

/** The order of the requests: lists, whose replies have ids for the others; records by id; what records have. */
function rankOf(endpoint: Endpoint): number {
  if (pathNames(endpoint).length === 0) return 0
  if (listedParam(endpoint) !== undefined) return 1
  return choices[endpoint.path]?.last ? 3 : 2
}

/**
 * Prints a report for each endpoint, in the order of the catalogue, also if the run ends early; if it is interrupted, as text
 * on stderr. It has only codes and the forms of values, so that it can be published. Throws `KivaError`: of kind `config` if a reply differs from the
 * documentation by more than new fields, of kind `usage` for invalid settings, or the failure that ended the run early.
 */
export async function doctorSchema(context: Context, catalogue: Catalogue): Promise<void> {
  await checkSettings(context)
  const endpoints = Object.values(catalogue).flatMap(({ endpoints }) => Object.values(endpoints))
  await context.say(`Sending at most ${maxRequests} requests, one at a time${timeOf(context.settings)}.`)
  const survey = new Survey(context)
  const failure = await survey.run(endpoints.filter(({ auth }) => !auth))
  if (failure && survey.reports.size === 0) throw failure
  const reports = endpoints.map(
    (endpoint) =>
      survey.reports.get(endpoint) ??
      unanswered(endpoint, 'skipped', endpoint.auth ? 'needs a login' : 'not asked'),
  )
  const date = `${new Date(marketTime(context)).toISOString().slice(0, 16)}Z`
  const { runtime } = await context.machine()
  const head = `kiva ${version} on ${runtime} compared the responses of ${nameOf(context.settings.baseUrl)} with its documentation, ${date}.`
  const textFor = ({ color }: Pick<Out, 'color'>, width: number | undefined) =>
    [
      ...wrap(head, width),
      '',
      ...reports.flatMap((report) => linesOf(report, width, palette(color))),
      '',
      ...wrap(summaryOf(reports, survey.sent), width),
    ].join('\n')
  const { stdout, stderr, signal } = context
  if (signal.aborted) {
    // Nothing is written to stdout after an interruption.
    await context.say(textFor(stderr, stderr.isTerminal ? stderr.columns : undefined))
    signal.throwIfAborted()
  }
  await context.print(
    reports.map((report) => ({ ...report, version, date })),
    ({ width, document }: PrintStyle) => (document ? undefined : textFor(stdout, width)),
  )
  if (failure) throw failure
  const problems = reports.filter(({ state }) => state === 'problem').length
  if (problems === 0) return
  throw new KivaError('config', `${counted(problems, 'endpoints')} did not answer as documented`, {
    hint: 'The report lists each difference. Update kiva, or report it.',
  })
}

/** Invalid settings, which other checks only report, would select another service, and the cache has old responses. */
async function checkSettings({ settings, report }: Pick<Context, 'settings' | 'report'>): Promise<void> {
  const { settings: all, error } = await report()
  const invalid = error ?? all.find(({ problem }) => problem)?.problem
  if (invalid) throw invalid
  const cache = all.find(({ setting, value }) => setting === 'cache' && value !== null)
  const cached = settings.offline ? '--offline' : cache?.place
  if (cached === undefined) return
  throw new KivaError('usage', `${cached} cannot be used with --schema`, {
    hint: '--schema sends requests to the API.',
  })
}

function timeOf({ appId, sandbox }: Context['settings']): string {
  if (sandbox) return ''
  const limit = appId === undefined ? rateLimit.unregistered : rateLimit.registered
  return `: about ${lasting((maxRequests / limit) * rateLimit.windowSeconds * 1000)} at ${limit} requests per minute`
}

/** Asks endpoints one after the other, with ids of the replies so far. */
class Survey {
  readonly reports = new Map<Endpoint, Report>()
  sent = 0
  /** The requests that no endpoint needs, for a second try. */
  #spare = 0
  readonly #context: Context
  /** The records so far, by the key of their list. */
  readonly #found = new Map<string, JsonObject[]>()
  /** The ids and names of lenders so far. */
  readonly #names = new Set<string>()

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Returns the failure that ended the survey early: an interruption, the rate limit, no reply to the first request, or
   * none to two endpoints in a row.
   */
  async run(endpoints: readonly Endpoint[]): Promise<KivaError | undefined> {
    let isSilent = true
    const inOrder = endpoints.toSorted((one, other) => rankOf(one) - rankOf(other))
    this.#spare = maxRequests - inOrder.length
    for (const endpoint of inOrder) {
      try {
        this.reports.set(endpoint, await this.#examine(endpoint))
        isSilent = false
      } catch (error) {
        if (!(error instanceof KivaError)) throw error
        if (isSilent || error.kind !== 'network') return error
        this.reports.set(endpoint, unanswered(endpoint, 'problem', errorNote(error)))
        isSilent = true
      }
    }
    return undefined
  }

  /** Asks again with another id if the first one has no records. */
  async #examine(endpoint: Endpoint): Promise<Report> {
    const [request, other] = this.#requestsFor(endpoint)
    if (!request) return unanswered(endpoint, 'skipped', 'no response has an id for it')
    const report = await this.#ask(endpoint, request)
    const isEmpty = report.records === 0 || report.status === 404
    return isEmpty && other && this.#spare-- > 0 ? this.#ask(endpoint, other) : report
  }

  /** One request with many ids, or two with one id each, of the records with the most to show. */
  #requestsFor(endpoint: Endpoint): readonly HttpRequest[] {
    const { baseUrl, appId } = this.#context.settings
    const request = (values: Values) => buildRequest(endpoint, values, { baseUrl, appId, format: 'json' })
    const { query = {}, most = '' } = choices[endpoint.path] ?? {}
    const [param] = pathNames(endpoint)
    if (param === undefined) return [request(query)]
    const score = (record: JsonObject) => number(at(record, most)) ?? Number(at(record, most) !== undefined)
    const found = (this.#found.get(endpoint.path.split('/')[1] ?? '') ?? [])
      .toSorted((one, other) => score(other) - score(one))
      .map((record) => at(record, param.replace(/s$/, '')))
    const ids = [...new Set(found.filter(isId))]
    if (listedParam(endpoint) === undefined) return ids.slice(0, 2).map((id) => request({ [param]: id }))
    const step = Math.ceil(ids.length / maxIds)
    const some = ids.filter((_, index) => index % step === 0)
    return some.length === 0 ? [] : [request({ [param]: some })]
  }

  /** Sends a request, and once more if no reply comes. Throws `KivaError` if there is still none. */
  async #ask(endpoint: Endpoint, request: HttpRequest): Promise<Report> {
    const { signal, now } = this.#context
    const reply = await this.#send(request).catch((error) => {
      const isCut = error instanceof KivaError && error.transient !== undefined
      if (!isCut || signal.aborted || this.#spare-- <= 0) throw error
      return this.#send(request)
    })
    return compareReply(endpoint, reply, now(), (records) =>
      this.#keep(recordTypes[endpoint.returns].key, records),
    )
  }

  async #send(request: HttpRequest): Promise<HttpReply> {
    const { fetch, signal, emit } = this.#context
    this.sent += 1
    const records = [...this.#found.values()].flat().length
    const counts = { pages: this.sent, number: this.sent, lastPage: undefined, records, before: 0 }
    await emit({ kind: 'page', ...counts, nouns: { records: 'records', pages: 'requests' } })
    return fetch(request, { signal })
  }

  /**
   * Keeps the records of a list, and the loan and the lender in a lending action. Returns the names of all lenders so far,
   * which are masked in all that is printed.
   */
  #keep(key: string, records: readonly JsonObject[]): ReadonlySet<string> {
    const keep = (key: string, found: readonly JsonObject[]) =>
      this.#found.set(key, [...(this.#found.get(key) ?? []), ...found])
    const inner = (name: string) => records.map((record) => at(record, name)).filter(isObject)
    keep(key, records)
    keep('loans', inner('loan'))
    keep('lenders', inner('lender'))
    for (const lender of this.#found.get('lenders') ?? [])
      for (const name of lenderNames.map((field) => lender[field]))
        if (typeof name === 'string') this.#names.add(name)
    this.#context.secrets.add(...this.#names)
    return this.#names
  }
}

/** Whether a value can be an id in a path. */
const isId = (value: Json | undefined): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !/[/\\\p{Cc}]|^\.*$/u.test(value))

/** Returns the lines of a report for a person. */
function linesOf(report: Report, width: number | undefined, paint: Paint): readonly string[] {
  const { endpoint, state, status, records, paging, differences, not_sent, note } = report
  const facts = [
    status === null ? '' : `status ${status}`,
    records === null ? '' : counted(records, 'records'),
    paging
      ? `page ${paging.page} of ${paging.pages}, ${paging.page_size} a page, ${paging.total} in all`
      : '',
    note ?? '',
  ]
  const rows = differences.map(({ kind, field, documented, example, count, of }) => {
    const values = `${example === undefined ? '' : `: ${example}`}${documented === undefined ? '' : ` (documented: ${documented})`}`
    return [kind, `${field}${values}, ${count} of ${of}`] as const
  })
  const role = state === 'ok' ? 'accent' : state === 'skipped' ? 'label' : 'warning'
  /** A text, wrapped beside a label of so many columns. */
  const beside = (label: string, columns: number, text: string) =>
    label + wrap(text, width === undefined ? undefined : width - columns).join(`\n${' '.repeat(columns)}`)
  return [
    beside(
      `${paint(role, state.padEnd(9))}${endpoint.padEnd(36)}`,
      45,
      facts.filter((text) => text !== '').join(' · '),
    ),
    ...[...rows, ['not sent', not_sent.join(', ')] as const]
      .filter(([, text]) => text !== '')
      .map(([kind, text]) => beside(`${' '.repeat(9)}${paint('label', kind.padEnd(15))}`, 24, text)),
  ]
}

const stateWords = {
  ok: 'as documented',
  warning: 'with new fields or little to compare',
  problem: 'with problems',
  skipped: 'skipped',
} as const satisfies Record<Report['state'], string>

/** Returns the numbers of all reports. */
function summaryOf(reports: readonly Report[], sent: number): string {
  const parts = Object.entries(stateWords).flatMap(([state, words]) => {
    const having = reports.filter((report) => report.state === state).length
    return having === 0 && state !== 'ok' ? [] : `${having} ${words}`
  })
  return `${counted(reports.length, 'endpoints')}, ${counted(sent, 'requests')}: ${parts.join(', ')}.`
}
