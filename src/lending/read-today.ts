/** What happened since the last `kiva today`: reads its parts at the same time, and remembers what they found. */
import { typeOf } from '../api/endpoint.ts'
import { fieldsOf } from '../api/records/derived-fields.ts'
import { pick, selectionOf } from '../api/records/field-paths.ts'
import { at, isEmpty } from '../api/records/field-values.ts'
import { recordTypes } from '../api/records/record-types.ts'
import { readShortlist, shortlistNames } from '../cli/shortlists.ts'
import type { Commands } from '../commands/action.ts'
import { portfolioCalendar } from '../commands/actions/lending.ts'
import { loans } from '../commands/resources/loans.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { commandLine } from '../core/shell-word.ts'
import type { StateFolder } from '../core/store.ts'
import { day, marketTime } from '../core/time.ts'
import { isExpiring, isFundraising, isPaidOut } from '../domain/loan-status.ts'
import { calendarOf } from '../domain/portfolio/calendar.ts'
import { returnedBetween } from '../domain/portfolio/returned.ts'
import { paidOf } from '../domain/repayment.ts'
import { dayText } from '../domain/time.ts'
import type { Page } from '../output/page/page.ts'
import {
  type Failed,
  type ListedLoan,
  type PortfolioNews,
  type SavedNews,
  type ShortlistNews,
  type Today,
  todayPage,
} from '../output/page/today.ts'
import type { RepaymentNews } from '../output/page/today-money.ts'
import { changeOf, changesBetween } from '../records/changes.ts'
import { firstIdOf } from '../records/record-ids.ts'
import { lookUpRemoved } from '../records/removed.ts'
import { isLoanId, loansById } from './loans-by-id.ts'
import { readPortfolio } from './read-portfolio.ts'
import { RequestPlan } from './request-plan.ts'
import { openTodayMarks } from './today-marks.ts'
import { expected, type PartPorts, portsOf, type Result } from './today-part.ts'
import { openSaved, readNew, requestsById } from './today-saved.ts'

/** What a look found. */
export interface Look {
  readonly today: Today
  readonly page: Page
  /** The names of the new records of each saved command, by its name. */
  readonly names: ReadonlyMap<string, readonly Json[]>
  /** The failures of the parts, in order, and the number of parts. */
  readonly failures: readonly KivaError[]
  readonly parts: number
  /** Remembers what the parts without a failure found, for the next look. Does nothing with `peek`. */
  save(): Promise<void>
}

interface LookOptions {
  /** Nothing is remembered. */
  readonly peek?: boolean | undefined
  /** Whether to remember the look is decided later. */
  readonly savesLater?: boolean
}

/**
 * Reads what is new in the saved commands, what happens to the loans of the shortlists, and the user's portfolio. The
 * failure of a part is in the result. Throws `KivaError` of kind `config` for an invalid file, and if marks could not be
 * saved, before anything is sent; and the reason of the signal.
 */
export async function readToday(
  context: Context,
  commands: Commands,
  { peek = false, savesLater = false }: LookOptions = {},
): Promise<Look> {
  const now = marketTime(context)
  const state = await context.state()
  const [marks, saved, lists, lender] = await Promise.all([
    openTodayMarks(state, { now, peek }, context),
    openSaved(state, commands, context),
    listsById(state),
    ownLender(context),
  ])
  const plan = new RequestPlan(context)
  const run = <T>(
    first: number,
    read: (ports: PartPorts) => Promise<Result<T>>,
    requests = first,
  ): Started<T> => {
    const planned = plan.add(first, requests)
    const ports = { context, commands, marks, now, planned }
    return { start: () => read(ports).catch(expected).finally(planned.end) }
  }
  const savedParts = saved.opened.map((command) => ({
    command,
    ...run(1, (ports) => readNew(command, ports), requestsById(command)),
  }))
  const byId = Math.ceil(lists.size / (recordTypes.loan_detail.maxIds ?? 1))
  const listPart = byId > 0 ? run(byId, (ports) => readLists(lists, ports)) : undefined
  const minePart = lender === undefined ? undefined : run(2, (ports) => readMine(lender, ports))
  const parts = savedParts.length + (listPart ? 1 : 0) + (minePart ? 1 : 0)
  if (parts > 0 && !savesLater) await marks.checkSaving()
  await plan.start()
  const [news, ofLists, mine] = await Promise.all([
    Promise.all(savedParts.map(({ start }) => start())),
    listPart?.start(),
    minePart?.start(),
  ])
  if (context.signal.aborted) throw context.signal.reason
  const results = [...news, ofLists, mine].filter((result) => result !== undefined)
  const failures = results.filter((result): result is KivaError => result instanceof KivaError)
  const found = results.flatMap((result) => (result instanceof KivaError ? [] : [result]))
  const failed = (error: KivaError): Failed => ({
    error: { kind: error.kind, message: error.sentence.mask(context.secrets.quote) },
  })
  const newsOf = <T>(result: Result<T> | KivaError | undefined): T | Failed | null =>
    result === undefined ? null : result instanceof KivaError ? failed(result) : result.news
  const ofMine = newsOf(mine)
  const isMine = ofMine !== null && !('error' in ofMine)
  const today: Today = {
    as_of: new Date(now).toISOString(),
    lender: typeof lender === 'string' ? lender : null,
    first_look: found.length > 0 && found.every(({ mark: { mark } }) => mark.isFirst),
    saved: savedParts.map(({ command: { name, command } }, index) => ({
      name,
      command,
      ...(newsOf(news[index]) as Omit<SavedNews, 'name' | 'command'> | Failed),
    })),
    skipped: saved.skipped,
    shortlists: newsOf(ofLists),
    repayments: isMine ? ofMine.repayments : ofMine,
    portfolio: isMine ? ofMine.portfolio : ofMine,
  }
  return {
    today,
    page: todayPage(today, {
      lists: new Map(saved.opened.map(({ name, list }) => [name, list])),
      fields: fieldsOf(recordTypes.loan_detail),
      now,
      kiva: (words) => commandLine(context.settings, words),
    }),
    names: new Map(
      savedParts.map(({ command: { name } }, index) => {
        const result = news[index]
        return [name, (!(result instanceof KivaError) && result?.names) || []]
      }),
    ),
    failures,
    parts,
    save: () => marks.save(found),
  }
}

interface Started<T> {
  start(): Promise<Result<T> | KivaError>
}

/** Returns the names of the shortlists by id. Only numbers can be ids of loans. */
async function listsById(state: StateFolder): Promise<ReadonlyMap<string, readonly string[]>> {
  const lists = new Map<string, readonly string[]>()
  for (const name of await shortlistNames(state))
    for (const { id } of await readShortlist(state, name))
      if (isLoanId(id)) lists.set(id, [...(lists.get(id) ?? []), name])
  return lists
}

/** The facts of a loan whose changes are news. */
const loanFacts = [
  'id',
  'name',
  'status',
  'loan_amount',
  'funded_amount',
  'paid_amount',
  'lender_count',
  'delinquent',
  'planned_expiration_date',
].map((name) => [name])
const factsOf = (loan: Json) => pick(loan, selectionOf(loanFacts)) as JsonObject

/** Marks of earlier versions have no `loan_amount` of the loans of a portfolio, which hardly ever changes. */
const portfolioFacts = selectionOf(loanFacts.filter(([name]) => name !== 'loan_amount'))

/** `paid_amount` is the sum of the payments where the service leaves it out, and null if that is unknown. */
function portfolioFactsOf(loan: Json): JsonObject {
  const facts = pick(loan, portfolioFacts) as JsonObject
  if (!isObject(loan) || !isPaidOut(loan) || !isEmpty(at(loan, 'paid_amount'))) return facts
  const paid = paidOf(loan)
  return { ...facts, paid_amount: paid === undefined ? null : paid / 100 }
}

/** What a loan that is new in a portfolio says besides. It changes hardly ever, so it is no news later. */
const addedFacts = selectionOf([['loan_amount'], ['location', 'country']])

/** Adds what a mark of an earlier version lacks to the facts of a loan: what was paid out has a `paid_amount`. */
const completed = (old: Json, facts: JsonObject | undefined): Json =>
  isObject(old) && isPaidOut(old) && !Object.hasOwn(old, 'paid_amount')
    ? { ...old, paid_amount: facts?.['paid_amount'] ?? null }
    : old

const serviceOf = ({ settings: { sandbox, baseUrl } }: Context) => (sandbox ? 'sandbox' : baseUrl)

/** Finds the loans of the shortlists that end soon or have changed. Other ids are ignored: lists may hold partners. */
async function readLists(
  lists: ReadonlyMap<string, readonly string[]>,
  ports: PartPorts,
): Promise<Result<ShortlistNews>> {
  const { marks, now, context } = ports
  const opened = await marks.open(JSON.stringify(['shortlists', serviceOf(context)]), {
    idFields: ['id'],
    keep: factsOf,
  })
  const { mark } = opened
  let watched = 0
  const news: ListedLoan[] = []
  const ended = new Map<string, string[]>()
  for await (const loan of loansById([...lists.keys()], portsOf(ports))) {
    const id = firstIdOf(loan, ['id']) ?? ''
    const old = mark.recordOf(id)
    const wasOpen = isObject(old) && isFundraising(old)
    mark.skip(id, loan)
    // Once, when it is over: a later look knows that.
    if (!isFundraising(loan) && (old === undefined || wasOpen))
      for (const name of lists.get(id) ?? []) ended.set(name, [...(ended.get(name) ?? []), id])
    if (!isFundraising(loan) && !wasOpen) continue
    const item = factsOf(loan)
    watched += 1
    const change = old === undefined ? undefined : changeOf(old, item)
    const changes = change?.event === 'changed' ? change.changes : undefined
    const ends_soon = isExpiring(loan, now)
    if (ends_soon || changes)
      news.push({ item, lists: lists.get(id) ?? [], ends_soon, ...(changes && { changes }) })
  }
  const end = ({ item, ends_soon }: ListedLoan) =>
    ends_soon ? String(at(item, 'planned_expiration_date')) : '~'
  return {
    news: {
      first_look: mark.isFirst,
      watched,
      loans: news.toSorted((one, other) => (end(one) < end(other) ? -1 : end(one) > end(other) ? 1 : 0)),
      ended: [...ended].map(([list, ids]) => ({ list, ids })),
    },
    mark: opened,
    ending: 'all',
  }
}

/** Reads the user's portfolio: what is due this month, and what changed. */
async function readMine(
  lender: string | KivaError,
  ports: PartPorts,
): Promise<Result<{ readonly repayments: RepaymentNews; readonly portfolio: PortfolioNews }>> {
  if (lender instanceof KivaError) throw lender
  const { context, commands, marks, now, planned } = ports
  const { fetch, emit, expect } = planned
  const opened = await marks.open(JSON.stringify(['portfolio', serviceOf(context), lender]), {
    idFields: ['id'],
    keep: portfolioFactsOf,
  })
  const { mark } = opened
  const wanted = { partners: false, details: true }
  const read = await readPortfolio(lender, wanted, { ...context, fetch, emit, expect }, commands.catalogue)
  const share = Number(portfolioCalendar.params.share.default) * 100
  const calendar = calendarOf(read.loans, share, read.asOf)
  const month = dayText(now).slice(0, 7)
  const due = calendar.months.find((entry) => entry.month === month)
  const mine = new Map(read.loans.map((loan) => [firstIdOf(loan, ['id']) ?? '', loan]))
  const facts = new Map([...mine].map(([id, loan]) => [id, portfolioFactsOf(loan)]))
  const before = new Map(Object.entries(mark.records).map(([id, old]) => [id, completed(old, facts.get(id))]))
  const changes = mark.isFirst ? [] : changesBetween(before, facts)
  const { returned, lost } = returnedBetween(before, facts, share)
  for (const [id, loan] of mine) mark.skip(id, loan)
  const left = changes.filter(({ event }) => event === 'removed')
  for (const { key } of left) mark.forget(key)
  const removed = left.map(({ item }) => item)
  const found = await lookUpRemoved(removed, typeOf(loans.endpoints.show), portsOf(ports))
  return {
    news: {
      repayments: {
        month,
        dollars: due?.dollars ?? 0,
        loans: due?.loans ?? 0,
        next: calendar.months.find((entry) => entry.month > month) ?? null,
        returned: mark.isFirst ? null : { ...returned, since: dayText((mark.lastDay ?? 0) * day) },
        lost: mark.isFirst ? null : lost,
        out: {
          dollars: sumOfDollars([calendar.overdue, calendar.to_come, calendar.raising]),
          loans: calendar.loans_out,
        },
        overdue: calendar.overdue,
        overdue_loans: calendar.overdue_loans,
        assumes: calendar.assumes,
      },
      portfolio: {
        first_look: mark.isFirst,
        loans: facts.size,
        changes: changes.map(({ key, ...change }) => {
          const status = change.event === 'removed' ? found[removed.indexOf(change.item)] : undefined
          const added = change.event === 'added' ? mine.get(key) : undefined
          return {
            ...change,
            ...(added && { item: { ...facts.get(key), ...(pick(added, addedFacts) as JsonObject) } }),
            ...(status !== undefined && { now: status }),
          }
        }),
      },
    },
    mark: opened,
    ending: 'all',
  }
}

/** Adds amounts exactly. */
const sumOfDollars = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100

/** Returns the id of the user; `undefined` without a login and a setting, and the failure of the request for it. */
async function ownLender({ me }: Context): Promise<string | undefined | KivaError> {
  try {
    return await me()
  } catch (error) {
    const problem = expected(error)
    return problem.kind === 'auth' ? undefined : problem
  }
}
