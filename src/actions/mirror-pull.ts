/** `kiva mirror pull`: reads loans of the service into the mirror, as far as time and requests allow. */
import type { Catalogue } from '../api/endpoint.ts'
import { at, number } from '../api/records/field-values.ts'
import { recordTypes } from '../api/records/record-types.ts'
import { knownMe } from '../auth/me.ts'
import { parseDuration } from '../cli/option-values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorPull as declared } from '../commands/actions/mirror.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { loans } from '../commands/resources/loans.ts'
import { partners } from '../commands/resources/partners.ts'
import type { Context } from '../context.ts'
import { timeOf } from '../domain/time.ts'
import { KivaError } from '../errors.ts'
import { openPullState, type PullState } from '../mirror/pull-state.ts'
import { type Store, storeName, writeStore } from '../mirror/store.ts'
import { firstSweep, wantedIds } from '../mirror/wanted.ts'
import { isObject, type Json } from '../ports/json.ts'
import type { ReadPorts, RecordPage } from '../read/reading.ts'
import { readDetails, readPages } from '../stages/read-pages.ts'
import { foreign, sentence } from '../text/foreign-text.ts'
import { counted, withThousands } from '../text/numbers.ts'
import { commandLine } from '../text/shell-word.ts'
import { day, marketTime } from '../time.ts'
import { timeFor } from './read-portfolio.ts'
import type { RunAction } from './run-action.ts'

/**
 * Reads field partners, the newest loans, the list of `@me`, and then loans in detail: those never read first, then those
 * that change. Each page is stored as it arrives: what is stored before an error, Ctrl-C or the end of the time stays.
 * Throws `KivaError`, of kind `config` while another run writes to the mirror.
 */
export const mirrorPull: RunAction<ActionValues<typeof declared>> = async (
  context,
  values,
  { catalogue },
) => {
  const milliseconds = values.for === undefined ? undefined : parseDuration('--for', values.for)
  const file = await context.database(storeName)
  const release = file.hold()
  try {
    const store = writeStore(file)
    try {
      store.claim(context.settings.baseUrl)
      const budget = openBudget(context, milliseconds, values.requests)
      try {
        await pull(store, file.path, { ...context, budget }, catalogue)
      } finally {
        budget.close()
      }
    } finally {
      store.close()
      await store.unfit.tell(context.say)
    }
  } finally {
    release()
  }
}

/** Records and changes are kept, but a loan that the service left out is not asked for again before this time has passed. */
const retryAfter = 30 * day

interface PullContext extends Context {
  readonly budget: Budget
}

async function pull(store: Store, path: string, context: PullContext, catalogue: Catalogue): Promise<void> {
  const { settings, signal, now, emit, budget, say, print, stdout } = context
  const began = marketTime(context)
  const state = openPullState(store, {
    began: new Date(began).toISOString(),
    retryBefore: new Date(began - retryAfter).toISOString(),
  })
  const before = countRows(store)
  const goOn = commandLine(settings, 'mirror pull')
  const done = { loans: 0, missing: 0, partners: 0 }
  const report = (total?: number) =>
    emit({
      kind: 'page',
      pages: budget.sent(),
      number: budget.sent(),
      lastPage: total,
      records: done.loans,
      before: 0,
      nouns: { records: 'loans', pages: 'requests' },
      until: budget.until,
    })
  const { baseUrl, appId } = settings
  const { fetch } = budget
  const ports: ReadPorts = { baseUrl, appId, catalogue, fetch, emit, now, signal: budget.signal }
  const steps: Steps = { store, state, ports, readAt: (page) => readAt(page, context), report }
  let lender: string | undefined
  let end: 'done' | 'time' | 'requests' = 'done'
  try {
    await pullPartners(steps, began, done)
    await pullNewest(steps)
    lender = await pullLender(steps, context)
    await pullDetails(steps, context, done)
  } catch (problem) {
    const spent = signal.aborted ? undefined : budget.spentOn(problem)
    if (spent === undefined) {
      const stored = [
        done.loans > 0 && counted(done.loans, 'loans'),
        done.partners > 0 && counted(done.partners, 'field partners'),
      ].filter(Boolean)
      if (stored.length > 0)
        await say(`Stored ${stored.join(' and ')}. They stay: ${goOn} goes on from there.`)
      throw problem
    }
    end = spent
  }
  const after = countRows(store)
  const added = after.loans - before.loans
  const left = Math.ceil(state.left() / perRequest)
  const record = {
    path,
    origin: store.origin() ?? settings.baseUrl,
    requests: budget.sent(),
    loans: done.loans,
    new: added,
    changed: after.changes - before.changes - added,
    missing: done.missing,
    partners: done.partners,
    lender: lender ?? null,
    end,
    requests_left: left,
  }
  const words = [
    `Read ${counted(record.loans, 'loans')} (${withThousands(added)} new, ${withThousands(record.changed)} changed) in ${counted(record.requests, 'requests')}.`,
    lender !== undefined && `The mirror has the loans of ${lender}, who is @me in it.`,
    done.missing > 0 &&
      `${counted(done.missing, 'loans')} were not found. The mirror keeps them; a pull after 30 days asks for them again.`,
    left > 0
      ? `${counted(left, 'requests')} remain${timeFor(left, settings)}: ${goOn} goes on.`
      : end !== 'done' && `${goOn} goes on.`,
  ]
  await print(record, words.filter((line) => line !== false).join('\n'))
  if (settings.sandbox && stdout.isTerminal) await say('Sandbox data (made up).')
}

const perRequest = recordTypes.loan_detail.maxIds ?? 1

function countRows({ database }: Store) {
  const count = (table: string) => Number(database.prepare(`SELECT count(*) FROM ${table}`).get()?.[0])
  return { loans: count('loans'), changes: count('changes') }
}

/** Returns when a page was read, as ISO 8601. In the sandbox it is as late as its day. */
const readAt = ({ cacheAge = 0 }: RecordPage, context: Context): string =>
  new Date(marketTime(context) - cacheAge).toISOString()

/** What the steps of a pull share. */
interface Steps {
  readonly store: Store
  readonly state: PullState
  readonly ports: ReadPorts
  readAt(page: RecordPage): string
  /** Shows the progress. `total` is the number of all requests, if known. */
  report(total?: number): Promise<void> | void
}

/** Reads the field partners, of which little changes, if that was not done in the last 24 hours. */
async function pullPartners(
  { store, state, ports, readAt, report }: Steps,
  began: number,
  done: { partners: number },
): Promise<void> {
  const { partnersRead } = state
  if (partnersRead !== undefined && Date.parse(partnersRead) > began - day) return
  for await (const page of readPages({ endpoint: partners.endpoints.list, values: {} }, ports)) {
    store.putPartners(page.records.filter(isObject), readAt(page))
    done.partners += page.records.length
    await report()
  }
  state.notePartners(new Date(began).toISOString())
}

/**
 * Reads the list of loans, newest first, until a page has nothing new. Its ids are kept only then: a list that was read
 * halfway would hide the loans below. An empty store needs no list: the sweep asks for every id.
 */
async function pullNewest({ state, ports, report }: Steps): Promise<void> {
  const search = (values = {}) => readPages({ endpoint: loans.endpoints.search, values }, ports)
  const found: number[] = []
  for await (const page of search()) {
    await report()
    const ids = idsIn(page.records)
    if (!state.sweep) {
      const oldest = (await search({ sort_by: 'oldest' }).next()).value
      const sweep = firstSweep(ids, idsIn(oldest?.records ?? []))
      if (sweep) state.noteSweep(sweep)
      await report()
    }
    found.push(...ids.filter((id) => !state.isKnown(id)))
    if (ids.length > 0 && ids.every(state.isKnown)) break
  }
  state.noteFound(found)
}

/** Reads the list of `@me`, if it is known who that is, and returns the lender's id. */
async function pullLender(
  { state, ports, readAt, report }: Steps,
  context: PullContext,
): Promise<string | undefined> {
  if ((await knownMe(context)) === 'no login') return undefined
  const { me, say, secrets, budget } = context
  try {
    const id = await me()
    const lender = (
      await readPages({ endpoint: lenders.endpoints.show, values: { lender_ids: [id] } }, ports).next()
    ).value
    await report()
    const record = lender?.records[0]
    if (!lender || !isObject(record))
      throw new KivaError('refused', sentence`lender ${foreign(id)} not found`)
    const before = state.lenderLoans(id)
    const listed = new Set<number>()
    for await (const page of readPages(
      { endpoint: lenders.endpoints.loans, values: { lender_id: id } },
      ports,
    )) {
      await report()
      for (const loan of idsIn(page.records)) listed.add(loan)
      if (before && isAsBefore(page, listed, before)) {
        for (const loan of before.ids) listed.add(loan)
        break
      }
    }
    state.putLender(id, record, [...listed], readAt(lender))
    return id
  } catch (error) {
    if (!(error instanceof KivaError) || budget.spentOn(error) || !['auth', 'refused'].includes(error.kind))
      throw error
    // A mirror has loans also without @me.
    await say(`The list of @me was not read: ${error.sentence.mask(secrets.quote)}.`)
    return undefined
  }
}

/**
 * Returns whether the rest of a lender's list is as it was: this page has nothing new, the number of loans is explained by
 * the pages so far, and the rest is too old for a new share, since a loan raises money for weeks, not for months.
 */
function isAsBefore(
  { records, paging }: RecordPage,
  listed: ReadonlySet<number>,
  before: { readonly ids: ReadonlySet<number>; readonly readAt: string },
): boolean {
  const isNew = (id: number) => !before.ids.has(id)
  if (records.length === 0 || idsIn(records).some(isNew)) return false
  const added = [...listed].filter(isNew).length
  const oldest = Math.min(
    ...records.map((loan) => timeOf(at(loan, 'posted_date')) ?? Number.POSITIVE_INFINITY),
  )
  return paging?.total === before.ids.size + added && oldest < Date.parse(before.readAt) - 90 * day
}

/** Reads loans in detail, and says before what it takes, if that is much. */
async function pullDetails(
  { store, state, ports, readAt, report }: Steps,
  { settings, say, budget }: PullContext,
  done: { loans: number; missing: number },
): Promise<void> {
  const isFirst = store.database.prepare('SELECT 1 FROM loans').get() === undefined
  const wanted = state.left()
  if (wanted === 0) return
  const requests = Math.ceil(wanted / perRequest)
  const total = budget.sent() + requests
  if (requests > few)
    await say(
      `${isFirst ? 'The first fill takes' : `Reading ${counted(wanted, 'loans')} takes`} up to ${counted(requests, 'requests')}${timeFor(requests, settings)}. Ctrl-C stops it: stored loans stay.`,
    )
  const swept = new Set<number>()
  const ids = async function* () {
    for (const { id, isSwept } of wantedIds(state)) {
      if (isSwept) swept.add(id)
      yield String(id)
    }
  }
  for await (const page of readDetails(ids(), ports)) {
    const asked = (page.ids ?? []).map(Number)
    const ofSweep = asked.filter((id) => swept.delete(id))
    const missing = (page.missing ?? []).map(Number)
    store.putLoans(page.records.filter(isObject), readAt(page), {
      missing,
      sweepNext: ofSweep.length > 0 ? Math.min(...ofSweep) - 1 : undefined,
    })
    done.loans += page.records.length
    done.missing += missing.filter((id) => !ofSweep.includes(id)).length
    await report(Math.min(total, budget.maxRequests))
  }
  const { sweep } = state
  if (sweep) state.noteSweep({ ...sweep, next: sweep.bottom - 1 })
}

/** Requests that are sent without a word. */
const few = 10

function idsIn(records: readonly Json[]): readonly number[] {
  return records.map((record) => number(at(record, 'id'))).filter((id) => id !== undefined)
}

/** How much a pull may take. */
interface Budget {
  readonly fetch: Context['fetch']
  /** Fires when the pull ends. */
  readonly signal: AbortSignal
  readonly maxRequests: number
  /** When the time is over, in milliseconds since the epoch. */
  readonly until: number | undefined
  /** Returns the number of requests so far, retries included. */
  sent(): number
  /** Returns what is spent, if that is why the pull ends with this problem. */
  spentOn(problem: unknown): 'time' | 'requests' | undefined
  /** Stops the timer. */
  close(): void
}

/** Thrown in place of a request when time or requests are spent. */
class Spent extends Error {
  readonly on: 'time' | 'requests'

  constructor(on: Spent['on']) {
    super(`all ${on} spent`)
    this.on = on
  }
}

function openBudget(
  { fetch, now, sleep, observe, signal }: Context,
  milliseconds: number | undefined,
  maxRequests = Number.POSITIVE_INFINITY,
): Budget {
  const over = new AbortController()
  const closed = new AbortController()
  const until = milliseconds === undefined ? undefined : now() + milliseconds
  let sent = 0
  observe((event) => {
    if (event.kind === 'request') sent += 1
    // A retry would be one request more.
    if (event.kind === 'attempt' && sent >= maxRequests) over.abort(event.problem)
  })
  const watch = async (end: number) => {
    for (let rest = end - now(); rest > 0; rest = end - now())
      await sleep(Math.min(rest, longestTimer), closed.signal)
    over.abort(new Spent('time'))
  }
  // It fails only when it is closed.
  if (until !== undefined) watch(until).catch(() => {})
  return {
    fetch: async (request, how) => {
      if (sent >= maxRequests) throw new Spent('requests')
      return fetch(request, how)
    },
    signal: AbortSignal.any([signal, over.signal]),
    maxRequests,
    until,
    sent: () => sent,
    spentOn(problem) {
      const reason = over.signal.aborted ? over.signal.reason : problem
      return reason instanceof Spent ? reason.on : undefined
    },
    close: () => closed.abort(),
  }
}

/** Milliseconds. A longer timer of Node.js fires at once. */
const longestTimer = 2 ** 31 - 1
