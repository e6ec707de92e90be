/** `kiva mirror pull`: reads loans of the service into the mirror, as far as time and requests allow. */
import type { Catalogue } from '../api/endpoint.ts'
import { parseWhole } from '../api/values.ts'
import { parseDuration } from '../cli/option-values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorPull as declared } from '../commands/actions/mirror.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { sentence, summarizeNames } from '../core/foreign-text.ts'
import { counted, withThousands } from '../core/numbers.ts'
import { commandLine } from '../core/shell-word.ts'
import { iso } from '../core/time.ts'
import { isAlarming } from '../mirror/absence.ts'
import { coverageOf, coverageWords, lackOf, lackWords, statusesOf } from '../mirror/coverage.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { openPullState } from '../mirror/pull-state.ts'
import { type Store, writeStore } from '../mirror/store.ts'
import { perRequest } from '../mirror/wanted.ts'
import { readInput } from '../records/input-ids.ts'
import { timeFor } from '../records/read-gate.ts'
import type { ReadPorts } from '../records/reading.ts'
import { openPullClock } from './pull-clock.ts'
import { pullDetails } from './pull-details.ts'
import { countListed, pullActions, pullLender, pullNewest, pullPartners } from './pull-lists.ts'
import { type Done, openBudget, type PullContext, type Steps } from './pull-steps.ts'
import type { RunAction } from './run-action.ts'
import { waitForRun } from './wait-for-run.ts'

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
  const only = values.ids && (await idsOf(values.ids, context))
  const { file, release } = await waitForRun(context, values.wait, async () => {
    const file = await openStoreFile(context)
    return { file, release: file.hold() }
  })
  try {
    const store = writeStore(file)
    try {
      store.claim(context.settings.baseUrl)
      const budget = openBudget(context, milliseconds, values.requests)
      try {
        await pull(store, file.path, { ...context, budget }, catalogue, only)
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

/** Returns the ids of `--ids`, of which `-` reads standard input. Throws `KivaError` of kind `usage`. */
async function idsOf(words: readonly string[], { stdin, signal }: Context): Promise<readonly number[]> {
  const all = new Set<number>()
  const parse = (ids: readonly string[]) => ids.map((id) => parseWhole('--ids', id))
  for (const word of words) {
    const found = word === '-' ? readInput(stdin, signal, 'loan', parse) : [parse([word])]
    for await (const ids of found) for (const id of ids) all.add(id)
  }
  return [...all]
}

async function pull(
  store: Store,
  path: string,
  context: PullContext,
  catalogue: Catalogue,
  only: readonly number[] | undefined,
): Promise<void> {
  const { settings, signal, now, emit, budget, say, print, stdout } = context
  const clock = openPullClock(context, budget.fetch)
  const state = openPullState(store, clock)
  const started = now()
  const before = countRows(store)
  const goOn = commandLine(settings, 'mirror pull')
  const done: Done = {
    loans: 0,
    partners: 0,
    missing: 0,
    named: 0,
    notFound: [],
    withoutId: 0,
    others: 0,
    actions: 0,
    actionsMissed: false,
  }
  const note = (more = {}) =>
    state.notePull({
      requests: budget.sent(),
      read: done.loans,
      absent: done.missing,
      errors: budget.failed(),
      actions: done.actions,
      actions_missed: Number(done.actionsMissed),
      ...more,
    })
  note()
  const report = (total?: number) => {
    note()
    return emit({
      kind: 'page',
      pages: budget.sent(),
      number: budget.sent(),
      lastPage: total,
      records: done.loans,
      before: 0,
      nouns: { records: 'loans', pages: 'requests' },
      until: budget.until,
    })
  }
  const { baseUrl, appId } = settings
  const { fetch } = clock
  const ports: ReadPorts = { baseUrl, appId, catalogue, fetch, emit, now, signal: budget.signal }
  const steps: Steps = { store, state, ports, done, clock, report }
  let lender: string | undefined
  let end: 'done' | 'time' | 'requests' = 'done'
  let failure: unknown
  try {
    await pullActions(steps, context)
    if (only) await pullDetails(steps, context, [], only)
    else {
      await pullPartners(steps, context)
      const listed = await pullNewest(steps, context)
      await countListed(steps, context)
      lender = await pullLender(steps, context)
      await pullDetails(steps, context, listed)
    }
  } catch (problem) {
    const spent = signal.aborted ? undefined : budget.spentOn(problem)
    if (spent === undefined) failure = problem
    else end = spent
  }
  if (done.withoutId > 0) await say(`${counted(done.withoutId, 'records')} without a valid id were left out.`)
  if (done.others > 0) await say(`${counted(done.others, 'loans')} that were not requested were left out.`)
  failure ??= done.outage
  const after = countRows(store)
  const added = after.loans - before.loans
  // Fewer rows of changes are left where a wrong clock had dated some.
  const changed = Math.max(0, after.changes - before.changes - added)
  const incomplete =
    done.notFound.length > 0
      ? notFound(done)
      : isAlarming(done.missing, done.named)
        ? manyAbsent(done)
        : done.brokenList
  const ending = failure ?? incomplete
  note({
    ended: iso(clock.now()),
    new: added,
    changed,
    reason: ending === undefined ? end : ending instanceof KivaError ? ending.kind : 'bug',
  })
  if (failure !== undefined) {
    const stored = [
      done.loans > 0 && counted(done.loans, 'loans'),
      done.partners > 0 && counted(done.partners, 'field partners'),
    ].filter(Boolean)
    if (stored.length > 0) await say(`Stored ${stored.join(' and ')}. They stay: ${goOn} goes on from there.`)
    throw failure
  }
  const left = Math.ceil(state.left() / perRequest)
  const statuses = statusesOf(store)
  const coverage = coverageOf(store, statuses)
  const lack = lackOf(store, coverage)
  const record = {
    path,
    origin: store.origin() ?? settings.baseUrl,
    requests: budget.sent(),
    loans: done.loans,
    new: added,
    changed,
    absent: done.missing,
    not_found: done.notFound,
    not_known_yet: state.unproven,
    ...lack,
    actions: done.actions,
    actions_missed: done.actionsMissed,
    coverage,
    without_id: done.withoutId,
    partners: done.partners,
    lender: lender ?? null,
    end,
    requests_left: left,
    seconds: Math.round((now() - started) / 1000),
    /** The command that goes on. Null if this pull has read all. */
    next: left > 0 || end !== 'done' ? goOn : null,
  }
  const words = [
    `Read ${counted(record.loans, 'loans')} (${withThousands(added)} new, ${withThousands(record.changed)} changed) in ${counted(record.requests, 'requests')}.`,
    `The mirror has ${coverageWords(coverage, statuses)}.`,
    done.actions > 0 && `${counted(done.actions, 'lending actions')} are new.`,
    done.actionsMissed &&
      'Other lending actions were missed: the API lists the newest 100. Pull more often to have them all.',
    lender !== undefined && `The mirror has the loans of ${lender}, who is @me in it.`,
    ...lackWords(lack, !state.isSwept),
    done.missing > 0 &&
      !only &&
      `${counted(done.missing, 'loans')} were not found. The mirror keeps them. Pulls ask again: for loans that raised or repaid money after a day, then after 3, 10 and 30 days, for others after 30 days.`,
    record.not_known_yet > 0 &&
      `${counted(record.not_known_yet, 'loans')} are not known yet. Later pulls ask for them again.`,
    left > 0
      ? `At least ${counted(left, 'requests')} remain${timeFor(left, settings)}: ${goOn} goes on.`
      : end !== 'done' && `${goOn} goes on.`,
  ]
  await print(record, words.filter((line) => line !== false).join('\n'))
  if (settings.sandbox && stdout.isTerminal) await say('Sandbox data (made up).')
  if (incomplete) throw incomplete
}

const manyAbsent = ({ missing, named }: Done) =>
  new KivaError(
    'partial',
    `${withThousands(missing)} of ${counted(named, 'loans')} were not found, more than a tenth`,
    { hint: 'The API may be wrong. The mirror keeps these loans, and later pulls ask for them again.' },
  )

const notFound = ({ loans, notFound: ids }: Done) =>
  new KivaError(
    'partial',
    sentence`${counted(ids.length, 'loans')} ${ids.length === 1 ? 'was' : 'were'} not found: ${summarizeNames(ids.slice(0, 20).map(String), ids.length)}`,
    loans > 0
      ? { hint: `The other ${loans === 1 ? 'one was' : `${withThousands(loans)} were`} stored.` }
      : {},
  )

function countRows({ database }: Store) {
  const count = (table: string) => Number(database.prepare(`SELECT count(*) FROM ${table}`).get()?.[0])
  return { loans: count('loans'), changes: count('changes') }
}
