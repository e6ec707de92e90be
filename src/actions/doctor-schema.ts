/** `kiva doctor --schema`: compares one reply of each public endpoint with the fields that kiva knows. */

import { type Catalogue, type Endpoint, listedParam, pathNames, type Values } from '../api/endpoint.ts'
import { rateLimit } from '../api/gaps.ts'
import { nameOf } from '../api/origins.ts'
import { at, number } from '../api/records/field-values.ts'
import { type RecordKind, recordTypes } from '../api/records/record-types.ts'
import { decodeReply, type Page } from '../api/wire/reply.ts'
import { buildRequest } from '../api/wire/request.ts'
import type { Context, PrintStyle } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { HttpReply, HttpRequest } from '../core/http.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import { marketTime } from '../core/time.ts'
import { version } from '../core/version.ts'
import { palette } from '../output/terminal/palette.ts'
import { wrap } from '../output/terminal/width.ts'
import { lasting } from '../output/words/span.ts'
import { compareReply, linesOf, type Report, reportFailure, skipped, summaryOf } from './schema-report.ts'

/** The most requests of a run: one for each public endpoint, and some for a second id where the first tells nothing. */
const maxRequests = 30

/** Loans with repayments, lenders and journal entries, and entries with comments: other replies have the rest. */
const queries: Readonly<Record<string, Values>> = {
  '/loans/search': { status: ['in_repayment', 'paid'] },
  '/journal_entries/search': { sort_by: 'comment_count' },
}

/** By the last word of a path: the fields that tell what a record has there, by a number or by being present. */
const counts: Readonly<Record<string, readonly string[]>> = {
  lenders: ['lender_count', 'member_count'],
  loans: ['loan_count'],
  teams: ['team_join_date'],
  journal_entries: ['journal_totals.entries'],
  updates: ['journal_totals.entries'],
  comments: ['comment_count'],
}

/** The most ids in one request. */
const maxIds = 20

/**
 * Prints a report for each endpoint, in the order of the catalogue. It has no ids, no names and no texts of the service:
 * examples show only the form of a value. Throws `KivaError`: of kind `config` if a reply differs from the documentation
 * by more than new fields, of kind `usage` for invalid settings, or the failure that ended the run early.
 */
export async function doctorSchema(context: Context, catalogue: Catalogue): Promise<void> {
  await checkSettings(context)
  const endpoints = Object.values(catalogue).flatMap(({ endpoints }) => Object.values(endpoints))
  const isPublic = ({ auth }: Endpoint) => !auth
  const survey = new Survey(context, endpoints.filter(isPublic))
  await context.say(`Sending at most ${maxRequests} requests, one at a time${timeOf(context.settings)}.`)
  const failure = await survey.run()
  const reports = endpoints.map(
    (endpoint) =>
      survey.reports.get(endpoint) ?? skipped(endpoint, endpoint.auth ? 'needs a login' : 'not asked'),
  )
  if (failure && survey.reports.size === 0) throw failure
  const { runtime } = await context.machine()
  const when = new Date(marketTime(context)).toISOString().slice(0, 16)
  const head = `kiva ${version} on ${runtime} compared the responses of ${nameOf(context.settings.baseUrl)} with its documentation, ${when}Z.`
  const paint = palette(context.stdout.color)
  await context.print(
    reports.map((report) => ({ ...report })),
    ({ width }: PrintStyle) =>
      [
        ...wrap(head, width),
        '',
        ...reports.flatMap((report) => linesOf(report, width, paint)),
        '',
        ...wrap(summaryOf(reports, survey.sent), width),
      ].join('\n'),
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

/** Asks the endpoints one after the other: those without ids first, because their replies have the ids for the others. */
class Survey {
  readonly reports = new Map<Endpoint, Report>()
  sent = 0
  readonly #context: Context
  readonly #endpoints: readonly Endpoint[]
  /** All records so far. */
  readonly #found = new Map<RecordKind | undefined, JsonObject[]>()

  constructor(context: Context, endpoints: readonly Endpoint[]) {
    this.#context = context
    this.#endpoints = endpoints.toSorted((one, other) => rankOf(one) - rankOf(other))
  }

  /**
   * Returns the failure that ended the survey early: the rate limit, no reply to the first request, or none to two
   * endpoints in a row. Throws when interrupted.
   */
  async run(): Promise<KivaError | undefined> {
    let isSilent = true
    for (const [index, endpoint] of this.#endpoints.entries()) {
      // Each endpoint after this one gets its request.
      const limit = maxRequests - (this.#endpoints.length - index - 1)
      try {
        this.reports.set(endpoint, await this.#examine(endpoint, limit))
        isSilent = false
      } catch (error) {
        const { signal, secrets } = this.#context
        if (!(error instanceof KivaError) || signal.aborted) throw error
        if (isSilent || error.kind !== 'network') return error
        this.reports.set(endpoint, {
          ...skipped(endpoint, error.sentence.mask(secrets.quote)),
          state: 'problem',
        })
        isSilent = true
      }
    }
    return undefined
  }

  /** Asks again with another id if the first one has no records. */
  async #examine(endpoint: Endpoint, limit: number): Promise<Report> {
    let report: Report | undefined
    for (const request of this.#requestsFor(endpoint)) {
      if (report && (!isEmpty(report) || this.sent >= limit)) break
      report = await this.#ask(endpoint, request, limit)
    }
    return report ?? skipped(endpoint, 'no response has an id for it')
  }

  #requestsFor(endpoint: Endpoint): readonly HttpRequest[] {
    const { baseUrl, appId } = this.#context.settings
    const request = (values: Values) => buildRequest(endpoint, values, { baseUrl, appId, format: 'json' })
    const [name] = pathNames(endpoint)
    if (name === undefined) return [request(queries[endpoint.path] ?? {})]
    const ids = this.#idsFor(endpoint, name)
    if (ids.length === 0) return []
    if (listedParam(endpoint) === undefined) return ids.slice(0, 2).map((id) => request({ [name]: id }))
    const step = Math.ceil(ids.length / maxIds)
    return [request({ [name]: ids.filter((_, index) => index % step === 0) })]
  }

  /** Returns the ids of records so far, for the param of this name: first those of records with much to show. */
  #idsFor({ path }: Endpoint, param: string): readonly string[] {
    const words = path.split('/')
    const found = this.#found.get(kindByKey.get(words[1] ?? '')) ?? []
    const fields = counts[words.at(-1) ?? ''] ?? []
    const score = (record: JsonObject) =>
      fields.reduce(
        (sum, name) => sum + (number(at(record, name)) ?? Number(at(record, name) !== undefined)),
        0,
      )
    const ids = found
      .toSorted((one, other) => score(other) - score(one))
      .map((record) => at(record, param.replace(/s$/, '')))
    const isId = (id: Json | undefined) => typeof id === 'number' || (typeof id === 'string' && fitsPath(id))
    return [...new Set(ids.filter(isId).map(String))]
  }

  /** Sends a request, and once more if no reply comes. Throws `KivaError` if there is still none, or none is allowed. */
  async #ask(endpoint: Endpoint, request: HttpRequest, limit: number): Promise<Report> {
    const reply = await this.#send(request).catch((error) => {
      const isCut = error instanceof KivaError && error.transient !== undefined
      if (!isCut || this.#context.signal.aborted || this.sent >= limit) throw error
      return this.#send(request)
    })
    const { secrets, now } = this.#context
    try {
      const page = decodeReply(endpoint, reply, now())
      this.#keep(endpoint, page)
      return compareReply(endpoint, reply, page, secrets.quote)
    } catch (error) {
      if (!(error instanceof KivaError) || error.kind === 'rate-limited') throw error
      return reportFailure(endpoint, reply, error, secrets.quote)
    }
  }

  async #send(request: HttpRequest): Promise<HttpReply> {
    const { fetch, signal, emit } = this.#context
    this.sent += 1
    const nouns = { records: 'records', pages: 'requests' }
    const records = [...this.#found.values()].reduce((sum, { length }) => sum + length, 0)
    await emit({
      kind: 'page',
      pages: this.sent,
      number: this.sent,
      lastPage: undefined,
      records,
      before: 0,
      nouns,
    })
    return fetch(request, { signal })
  }

  /** Keeps the records, and the loan and the lender in a lending action. Lenders are masked in all that is printed. */
  #keep({ returns }: Endpoint, { records }: Page): void {
    const keep = (kind: RecordKind | undefined, record: JsonObject) => {
      this.#found.set(kind, [...(this.#found.get(kind) ?? []), record])
      if (kind !== 'lender') return
      for (const name of ['lender_id', 'uid', 'name', 'inviter_id']) {
        const value = record[name]
        if (typeof value === 'string') this.#context.secrets.add(value)
      }
    }
    for (const record of records.filter(isObject)) {
      keep(recordTypes[returns].kind, record)
      for (const kind of ['loan', 'lender'] as const) {
        const inner = record[kind]
        if (isObject(inner)) keep(kind, inner)
      }
    }
  }
}

/** The order of asking: lists, records by id, and what they have. Few lenders have teams: members of teams come before. */
function rankOf(endpoint: Endpoint): number {
  if (pathNames(endpoint).length === 0) return 0
  if (listedParam(endpoint) !== undefined) return 1
  return endpoint.path.endsWith('/teams') ? 3 : 2
}

/** Whether a text can be an id in a path. */
const fitsPath = (text: string) => !/[/\\\p{Cc}]|^\.*$/u.test(text)

/** Whether another id may tell more. */
const isEmpty = ({ records, status }: Report) => records === 0 || status === 404

const kindByKey: ReadonlyMap<string, RecordKind | undefined> = new Map(
  Object.values(recordTypes).map(({ key, kind }) => [key, kind]),
)
