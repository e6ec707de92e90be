/**
 * What the portfolio commands share: reading a lender with all loans, their formats, and the record that they print.
 *
 * In this folder, `read-today.ts` reads what is new since the last look: its saved commands (`today-saved.ts`), shortlists
 * and the portfolio, with marks of what was seen (`today-marks.ts`) and a plan of all requests (`request-plan.ts`).
 */
import type { Catalogue } from '../api/endpoint.ts'
import { pick, selectionOf } from '../api/records/field-paths.ts'
import { at, isEmpty, number } from '../api/records/field-values.ts'
import { recordTypes } from '../api/records/record-types.ts'
import { parseTypedValue } from '../api/values.ts'
import { me } from '../cli/me.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { partners as partnersOf } from '../commands/resources/partners.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import type { Listener } from '../core/events.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import { marketTime } from '../core/time.ts'
import { timeFor } from '../records/read-gate.ts'
import { answeredAt, readDetails, readPages } from '../records/read-pages.ts'
import type { ReadPorts, RecordPage } from '../records/reading.ts'
import { firstIdOf } from '../records/record-ids.ts'

/** What to read besides the lender and the list of loans. */
interface Wanted {
  readonly partners: boolean
  readonly details: boolean
}

interface PortfolioRecords {
  /** The lender's id, as it was requested. */
  readonly id: string
  readonly lender: JsonObject
  readonly loans: readonly JsonObject[]
  /** `undefined` if they were not read: a lender without loans needs none. */
  readonly partners: readonly JsonObject[] | undefined
  /** When the service sent the list of loans, in milliseconds since the epoch. */
  readonly asOf: number
}

interface PortfolioPorts
  extends Pick<Context, 'fetch' | 'emit' | 'signal' | 'now' | 'settings' | 'say' | 'me'> {
  /** Told the number of all requests after the first page. Default: a line on stderr if there are several pages. */
  readonly expect?: (requests: number) => void
}

/**
 * Reads a lender with all loans, one request at a time, and reports the number of requests after the first page.
 * `typed` is the id or the address of the lender's page; without it, the lender is `@me`. Throws `KivaError`, of kind
 * `refused` for an unknown lender.
 */
export async function readPortfolio(
  typed: string | undefined,
  wanted: Wanted,
  context: PortfolioPorts,
  catalogue: Catalogue,
): Promise<PortfolioRecords> {
  const { endpoints } = lenders
  const id =
    typed === undefined || typed === me
      ? await context.me()
      : String(parseTypedValue('<lender>', endpoints.loans.params.lender_id, [typed]))
  const { fetch, emit, signal, now, settings, say } = context
  const { baseUrl, appId } = settings
  const ports: ReadPorts = { baseUrl, appId, catalogue, fetch, emit, signal, now }
  const steps = countSteps(emit)
  const [lender] = await recordsOf(
    readPages({ endpoint: endpoints.show, values: { lender_ids: [id] } }, ports),
    steps,
  )
  if (!lender) throw new KivaError('refused', `lender ${id} not found`)
  const loans = new Map<string, JsonObject>()
  let partners: readonly JsonObject[] | undefined
  let asOf = marketTime(context)
  let hasChanged = false
  for await (const page of readPages({ endpoint: endpoints.loans, values: { lender_id: id } }, ports)) {
    addLoans(loans, page)
    hasChanged ||= page.hasChanged || page.hasGap
    await steps.finish(loans.size)
    if (page.number !== 1) continue
    asOf = answeredAt(page, asOf)
    if (loans.size === 0) continue
    if (wanted.partners)
      partners = await recordsOf(
        readPages({ endpoint: partnersOf.endpoints.list, values: {} }, ports),
        steps,
        loans.size,
      )
    const cost = steps.plan(page, wanted.details)
    if (context.expect) context.expect(cost)
    else if (page.lastPage !== undefined && page.lastPage > 1)
      await say(costWords(page.paging?.total ?? 0, cost, settings))
  }
  if (wanted.details) await addDetails(loans, ports, steps, say)
  if (hasChanged) await say('The list of loans changed while kiva read it: some may be missing.')
  const stated = number(at(lender, 'loan_count'))
  if (stated !== undefined && stated !== loans.size)
    await say(`loan_count of the lender is ${stated}, but the list has ${counted(loans.size, 'loans')}.`)
  return { id, lender, loans: [...loans.values()], partners, asOf }
}

/** The formats that print one row per group or month. */
export const isRowFormat = (output: string) => ['csv', 'tsv', 'ndjson'].includes(output)

/** Returns the record of a portfolio: the lender, the time of the response, and what was computed. */
export const recordOf = (lender: JsonObject, asOf: number, computed: object): JsonObject => ({
  lender: Object.fromEntries(shown.map((key) => [key, at(lender, key) ?? null])),
  as_of: new Date(asOf).toISOString(),
  // Plain values of JSON; TypeScript does not accept an interface as an object of JSON.
  ...(computed as Readonly<Record<string, Json>>),
})

const shown = ['lender_id', 'name', 'member_since', 'loan_count'] as const

async function recordsOf(
  pages: AsyncIterable<RecordPage>,
  steps: Steps,
  loans = 0,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = []
  for await (const { records } of pages) {
    found.push(...records.filter(isObject))
    await steps.finish(loans)
  }
  return found
}

function addLoans(loans: Map<string, JsonObject>, { records }: RecordPage): void {
  for (const loan of records.filter(isObject)) {
    const id = firstIdOf(loan, ['id'])
    if (id !== undefined) loans.set(id, { ...loans.get(id), ...factsOf(loan) })
  }
}

/** Returns the fields of a loan that a portfolio needs, since a lender may have thousands of loans. */
function factsOf(loan: JsonObject): JsonObject {
  // Payments count only without it, and are long.
  const hasPaidAmount = !isEmpty(at(loan, 'paid_amount'))
  const facts = Object.fromEntries(
    keys.flatMap((key) =>
      Object.hasOwn(loan, key) && !(key === 'payments' && hasPaidAmount) ? [[key, loan[key] ?? null]] : [],
    ),
  )
  const terms = at(loan, 'terms')
  return isObject(terms) ? { ...facts, terms: pick(terms, schedules) } : facts
}

const schedules = selectionOf([['scheduled_payments'], ['local_payments', 'due_date']])

const keys = [
  'id',
  'name',
  'status',
  'planned_expiration_date',
  'posted_date',
  'sector',
  'location',
  'partner_id',
  'loan_amount',
  'funded_amount',
  'paid_amount',
  'payments',
  'delinquent',
  'borrowers',
] as const

async function addDetails(
  loans: Map<string, JsonObject>,
  ports: ReadPorts,
  steps: Steps,
  say: Context['say'],
): Promise<void> {
  async function* ids() {
    yield* [...loans.keys()]
  }
  if (loans.size === 0) return
  let detailed = 0
  for await (const page of readDetails(ids(), ports)) {
    detailed += page.records.length
    addLoans(loans, page)
    await steps.finish(loans.size)
  }
  const missing = loans.size - detailed
  if (missing > 0) await say(`The API has no details of ${counted(missing, 'loans')}.`)
}

type Steps = ReturnType<typeof countSteps>

/** Counts the requests of a portfolio, for the progress line and the announcement of the cost. */
function countSteps(emit: Listener) {
  let done = 0
  /** All requests; `undefined` until the first page of loans. */
  let total: number | undefined
  return {
    /** Counts a request that has been answered. `loans` is the number of loans read so far. */
    async finish(loans: number): Promise<void> {
      done += 1
      await emit({ kind: 'page', pages: done, number: done, lastPage: total, records: loans, before: 0 })
    },
    /**
     * Computes all requests from the first page of loans, once the field partners are read, and returns their
     * number, as far as it is known.
     */
    plan({ paging, lastPage }: RecordPage, hasDetails: boolean): number {
      if (!paging || lastPage === undefined) return done
      const perRequest = recordTypes.loan_detail.maxIds ?? 1
      const details = hasDetails ? Math.ceil(paging.total / perRequest) : 0
      total = done + lastPage - 1 + details
      return total
    },
  }
}

/** `Reading 5,000 loans: 352 requests, about 6min at 60 requests per minute.` */
function costWords(loans: number, cost: number, settings: PortfolioPorts['settings']): string {
  return `Reading ${counted(loans, 'loans')}: ${counted(cost, 'requests')}${timeFor(cost, settings)}.`
}
