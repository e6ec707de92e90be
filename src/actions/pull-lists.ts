import { loanStatuses } from '../api/records/closed-sets.ts'
import { at } from '../api/records/field-values.ts'
import { knownMe } from '../auth/me.ts'
import { lenders, lendingActions } from '../commands/resources/lenders.ts'
import { loans } from '../commands/resources/loans.ts'
import { partners } from '../commands/resources/partners.ts'
import { KivaError } from '../core/errors.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { isObject, type Json } from '../core/json.ts'
import { day, iso } from '../core/time.ts'
import { timeOf } from '../domain/time.ts'
import { idOf } from '../mirror/tables.ts'
import { firstSweep } from '../mirror/wanted.ts'
import { readPages } from '../records/read-pages.ts'
import type { ReadingRequest, ReadPorts, RecordPage } from '../records/reading.ts'
import type { PullContext, Steps } from './pull-steps.ts'

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

/** Reads the newest lending actions first: they are listed for minutes only. */
export async function pullActions(
  { store, state, ports, done, report }: Steps,
  context: PullContext,
): Promise<void> {
  const isFirst = store.database.prepare('SELECT 1 FROM lending_actions').get() === undefined
  await orSay('The lending actions were not read', context, async () => {
    for await (const page of readPages({ endpoint: lendingActions.endpoints.recent, values: {} }, ports)) {
      const { added, known } = state.putActions(page.records)
      done.actions += added
      done.actionsMissed = !isFirst && added > 0 && known === 0
      await report()
    }
  })
}

/** Does work without which a pull goes on: an error of the service is said, and ends nothing. */
async function orSay(what: string, { say, budget }: PullContext, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isOver = budget.signal.aborted || budget.spentOn(error)
    if (!(error instanceof KivaError) || isOver || !['service', 'refused'].includes(error.kind)) throw error
    await say(`${what}: ${error.message}.`)
  }
}

/** Reads the field partners, of which little changes, if that was not done in the last 24 hours. */
export async function pullPartners(
  { store, state, ports, done, clock, report }: Steps,
  { say }: PullContext,
): Promise<void> {
  const { partnersRead } = state
  if (isRecent(partnersRead, clock.began)) return
  const list = { endpoint: partners.endpoints.list, values: {} }
  try {
    for await (const page of readList(list, ports, partnersRead !== undefined)) {
      const stored = store.putPartners(page.records.filter(isObject), iso(clock.sentAt(page)))
      done.partners += stored
      done.withoutId += page.records.length - stored
      await report()
    }
  } catch (error) {
    if (!isBrokenList(error)) throw error
    await say(`The list of field partners was not read to its end: ${error.message}.`)
    return
  }
  state.notePartners(iso(clock.began))
}

/**
 * Reads the list of loans, newest first, until a page has nothing new. Its ids are kept only then: a list that was read
 * halfway would hide the loans below. An empty store needs no list: the sweep asks for every id. Returns ids that the service
 * has.
 */
export async function pullNewest(
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

/**
 * Reads how many loans the search lists, if that was not done in the last 24 hours, or does not fit what is stored. Only
 * loans with a documented status count, since it is not known which others the search lists.
 */
export async function countListed(
  { state, ports, clock, report }: Steps,
  context: PullContext,
): Promise<void> {
  if (isRecent(state.listedRead, clock.began)) return
  const request = { endpoint: loans.endpoints.search, values: { status: loanStatuses } }
  await orSay('The number of loans was not read', context, async () => {
    const { paging } = (await readPages(request, ports).next()).value ?? {}
    if (paging) state.noteListed(paging.total)
    await report()
  })
}

const isRecent = (readAt: string | undefined, began: number): boolean => {
  const age = began - Date.parse(readAt ?? '')
  return age >= 0 && age < day
}

/** Returns loans that the service has, for a store that knows none. */
export async function readNewestIds({ ports, report }: Steps): Promise<readonly number[]> {
  const page = (await readPages({ endpoint: loans.endpoints.search, values: {} }, ports).next()).value
  await report()
  return idsIn(page?.records ?? [])
}

/** Reads the list of `@me`, if it is known who that is, and returns the lender's id. */
export async function pullLender(
  { state, ports, clock, report }: Steps,
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
    const list = { endpoint: lenders.endpoints.loans, values: { lender_id: id } }
    for await (const page of readList(list, ports, before !== undefined && before.ids.size > 0)) {
      await report()
      for (const loan of idsIn(page.records)) listed.add(loan)
      if (before && isAsBefore(page, listed, before, clock.now())) {
        for (const loan of before.ids) listed.add(loan)
        break
      }
    }
    state.putLender(id, record, [...listed], iso(clock.sentAt(lender)))
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
