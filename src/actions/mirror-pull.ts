/** `kiva mirror pull`: reads loans of the service into the mirror, as far as time and requests allow. */
import type { Catalogue } from '../api/endpoint.ts'
import { at } from '../api/records/field-values.ts'
import { knownMe } from '../auth/me.ts'
import { parseDuration } from '../cli/option-values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorPull as declared } from '../commands/actions/mirror.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { loans } from '../commands/resources/loans.ts'
import { partners } from '../commands/resources/partners.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { isObject, type Json } from '../core/json.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { commandLine } from '../core/shell-word.ts'
import { day, marketTime } from '../core/time.ts'
import { timeOf } from '../domain/time.ts'
import { isAlarming } from '../mirror/absence.ts'
import { openPullState } from '../mirror/pull-state.ts'
import { type Store, storeName, writeStore } from '../mirror/store.ts'
import { idOf } from '../mirror/tables.ts'
import { firstSweep } from '../mirror/wanted.ts'
import { readPages } from '../records/read-pages.ts'
import type { ReadingRequest, ReadPorts, RecordPage } from '../records/reading.ts'
import { perRequest, pullDetails } from './pull-details.ts'
import { type Done, openBudget, type PullContext, type Steps } from './pull-steps.ts'
import { timeFor } from './read-portfolio.ts'
import type { RunAction } from './run-action.ts'

/**
 * Reads field partners, the newest loans, the list of `@me`, and then loans in detail: those never read first, then those
 * that change. Each page is stored as it arrives: what is stored before an error, Ctrl-C or the end of the time stays.
 * Throws `KivaError`: of kind `config` while another run writes to the mirror, `service` if the service does not prove that
 * loans are absent, `partial` if too many are, or if the list of the newest loans breaks off.
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

async function pull(store: Store, path: string, context: PullContext, catalogue: Catalogue): Promise<void> {
  const { settings, signal, now, emit, budget, say, print, stdout } = context
  const began = marketTime(context)
  const state = openPullState(store, { began, now: () => marketTime(context) })
  const before = countRows(store)
  const goOn = commandLine(settings, 'mirror pull')
  const done: Done = { loans: 0, partners: 0, missing: 0, named: 0, withoutId: 0, others: 0 }
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
  const steps: Steps = { store, state, ports, done, readAt: (page) => readAt(page, context), report }
  let lender: string | undefined
  let end: 'done' | 'time' | 'requests' = 'done'
  let failure: unknown
  try {
    await pullPartners(steps, context, began)
    const listed = await pullNewest(steps, context)
    lender = await pullLender(steps, context)
    await pullDetails(steps, context, listed)
  } catch (problem) {
    const spent = signal.aborted ? undefined : budget.spentOn(problem)
    if (spent === undefined) failure = problem
    else end = spent
  }
  if (done.withoutId > 0) await say(`${counted(done.withoutId, 'records')} without a valid id were left out.`)
  if (done.others > 0) await say(`${counted(done.others, 'loans')} that were not requested were left out.`)
  failure ??= done.outage
  if (failure !== undefined) {
    const stored = [
      done.loans > 0 && counted(done.loans, 'loans'),
      done.partners > 0 && counted(done.partners, 'field partners'),
    ].filter(Boolean)
    if (stored.length > 0) await say(`Stored ${stored.join(' and ')}. They stay: ${goOn} goes on from there.`)
    throw failure
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
    not_known_yet: state.unproven,
    without_id: done.withoutId,
    partners: done.partners,
    lender: lender ?? null,
    end,
    requests_left: left,
  }
  const words = [
    `Read ${counted(record.loans, 'loans')} (${withThousands(added)} new, ${withThousands(record.changed)} changed) in ${counted(record.requests, 'requests')}.`,
    lender !== undefined && `The mirror has the loans of ${lender}, who is @me in it.`,
    done.missing > 0 &&
      `${counted(done.missing, 'loans')} were not found. The mirror keeps them. Pulls ask again: for loans that raised or repaid money after a day, then after 3, 10 and 30 days, for others after 30 days.`,
    record.not_known_yet > 0 &&
      `${counted(record.not_known_yet, 'loans')} are not known yet. Later pulls ask for them again.`,
    left > 0
      ? `${counted(left, 'requests')} remain${timeFor(left, settings)}: ${goOn} goes on.`
      : end !== 'done' && `${goOn} goes on.`,
  ]
  await print(record, words.filter((line) => line !== false).join('\n'))
  if (settings.sandbox && stdout.isTerminal) await say('Sandbox data (made up).')
  if (isAlarming(done.missing, done.named))
    throw new KivaError(
      'partial',
      `${withThousands(done.missing)} of ${counted(done.named, 'loans')} were not found, more than a tenth`,
      { hint: 'The API may be wrong. The mirror keeps these loans, and later pulls ask for them again.' },
    )
  if (done.brokenList) throw done.brokenList
}

function countRows({ database }: Store) {
  const count = (table: string) => Number(database.prepare(`SELECT count(*) FROM ${table}`).get()?.[0])
  return { loans: count('loans'), changes: count('changes') }
}

/** Returns when a page was read, as ISO 8601. In the sandbox it is as late as its day. */
const readAt = ({ cacheAge = 0 }: Pick<RecordPage, 'cacheAge'>, context: Context): string =>
  new Date(marketTime(context) - cacheAge).toISOString()

/**
 * Yields the pages of a list. Throws `KivaError` of kind `partial` where the list breaks off: at a page that is empty or
 * came before, although the list has more. `isFilled` says that the list cannot be empty.
 */
async function* readList(
  request: Omit<ReadingRequest, 'extra' | 'extent'>,
  ports: ReadPorts,
  isFilled: boolean,
): AsyncGenerator<RecordPage, void> {
  let pages = isFilled ? 1 : 0
  let repeated = 0
  for await (const page of readPages(request, ports)) {
    const { number = 1, paging, end, received, repeats } = page
    pages = paging ? (paging.total > 0 ? paging.pages : 0) : pages
    repeated = repeats > 0 && repeats === received ? repeated + 1 : 0
    if ((end !== undefined && number <= pages) || repeated === maxRepeated)
      throw new KivaError(
        'partial',
        `page ${number} of the list ${end === 'empty' ? 'was empty, although there are more records' : 'was an earlier page again'}`,
      )
    yield page
  }
}

/** New loans push others to the next page, but not so many pages of them. */
const maxRepeated = 3

/** Returns whether a list broke off. A pull goes on without it, and a later one reads it again. */
const isBrokenList = (error: unknown): error is KivaError =>
  error instanceof KivaError && error.kind === 'partial'

/** Reads the field partners, of which little changes, if that was not done in the last 24 hours. */
async function pullPartners(
  { store, state, ports, done, readAt, report }: Steps,
  { say }: PullContext,
  began: number,
): Promise<void> {
  const { partnersRead } = state
  const age = began - Date.parse(partnersRead ?? '')
  if (age >= 0 && age < day) return
  const list = { endpoint: partners.endpoints.list, values: {} }
  try {
    for await (const page of readList(list, ports, partnersRead !== undefined)) {
      const stored = store.putPartners(page.records.filter(isObject), readAt(page))
      done.partners += stored
      done.withoutId += page.records.length - stored
      await report()
    }
  } catch (error) {
    if (!isBrokenList(error)) throw error
    await say(`The list of field partners was not read to its end: ${error.message}.`)
    return
  }
  state.notePartners(new Date(began).toISOString())
}

/**
 * Reads the list of loans, newest first, until a page has nothing new. Its ids are kept only then: a list that was read
 * halfway would hide the loans below. An empty store needs no list: the sweep asks for every id. Returns ids that the service
 * has.
 */
async function pullNewest(
  { store, state, ports, done, report }: Steps,
  { say }: PullContext,
): Promise<readonly number[]> {
  const hasLoans = store.database.prepare('SELECT 1 FROM loans').get() !== undefined
  const search = (values = {}) => readList({ endpoint: loans.endpoints.search, values }, ports, hasLoans)
  const found: number[] = []
  const listed: number[] = []
  try {
    for await (const page of search()) {
      await report()
      const ids = idsIn(page.records)
      done.withoutId += page.records.length - ids.length
      if (listed.length === 0) listed.push(...ids)
      if (!state.sweep && ids.length > 0) {
        const oldest = idsIn((await search({ sort_by: 'oldest' }).next()).value?.records ?? [])
        const sweep = firstSweep(ids, oldest, page.paging?.total)
        if (!sweep) throw new KivaError('partial', 'the oldest loans do not fit the newest ones')
        state.noteSweep(sweep)
        listed.push(...oldest)
        await report()
      }
      found.push(...ids.filter((id) => !state.isKnown(id)))
      if (page.end === 'repeated')
        await say('The list of the newest loans is the same page again and again. New loans may be missing.')
      if (ids.length > 0 && ids.every(state.isKnown)) break
    }
    state.noteFound(found)
  } catch (error) {
    if (!isBrokenList(error)) throw error
    done.brokenList = new KivaError(
      'partial',
      `the list of the newest loans was not read to its end: ${error.message}`,
      { hint: (kiva) => `New loans may be missing. ${kiva('mirror pull')} reads the list again.` },
    )
  }
  const highest = state.sweep?.next ?? 0
  return listed.filter((id) => id <= highest)
}

/** Reads the list of `@me`, if it is known who that is, and returns the lender's id. */
async function pullLender(
  { state, ports, readAt, report }: Steps,
  context: PullContext,
): Promise<string | undefined> {
  if ((await knownMe(context)) === 'no login') return undefined
  const { me, say, secrets, budget, now } = context
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
    const list = { endpoint: lenders.endpoints.loans, values: { lender_id: id } }
    for await (const page of readList(list, ports, before !== undefined && before.ids.size > 0)) {
      await report()
      for (const loan of idsIn(page.records)) listed.add(loan)
      if (before && isAsBefore(page, listed, before, now())) {
        for (const loan of before.ids) listed.add(loan)
        break
      }
    }
    state.putLender(id, record, [...listed], readAt(lender))
    return id
  } catch (error) {
    if (
      !(error instanceof KivaError) ||
      budget.spentOn(error) ||
      !['auth', 'refused', 'partial'].includes(error.kind)
    )
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
  now: number,
): boolean {
  const isNew = (id: number) => !before.ids.has(id)
  if (records.length === 0 || idsIn(records).some(isNew)) return false
  const added = [...listed].filter(isNew).length
  const oldest = Math.min(
    ...records.map((loan) => timeOf(at(loan, 'posted_date')) ?? Number.POSITIVE_INFINITY),
  )
  const readAt = Math.min(Date.parse(before.readAt), now)
  return paging?.total === before.ids.size + added && oldest < readAt - 90 * day
}

function idsIn(records: readonly Json[]): readonly number[] {
  return records.map(idOf).filter((id) => id !== undefined)
}
