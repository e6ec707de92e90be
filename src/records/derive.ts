/** The stage of `--with`: adds derived fields to records. */
import { at } from '../api/records/field-values.ts'
import { type DerivedGroup, derivedKey } from '../api/records/record-types.ts'
import { partners } from '../commands/resources/partners.ts'
import { teams } from '../commands/resources/teams.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import {
  deriveBudget,
  deriveFunding,
  deriveMine,
  derivePartner,
  deriveRepayment,
  deriveTeam,
  deriveTeamRecent,
} from '../domain/derive-fields.ts'
import { derivePeople } from '../domain/derive-people.ts'
import type { Derived } from '../domain/fact.ts'
import { countLenderLoans, type LenderLoans as LoanCounts } from '../domain/lender-loans.ts'
import { mediansOf, type PartnerMedians } from '../domain/partner-medians.ts'
import { timeOf } from '../domain/time.ts'
import type { LenderLoans } from './lender-loans.ts'
import { answeredAt, readDetails, readPages } from './read-pages.ts'
import type { ReadPorts, RecordPage } from './reading.ts'
import { firstIdOf } from './record-ids.ts'
import type { Derive } from './request.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/**
 * Returns a stage that adds the groups to each output, under the key `derived`. Values that depend on the time are
 * those of the moment when the service answered. `areDetailed` says that the records are detailed already.
 */
export function deriveStage(
  { groups, isDetailed }: Derive,
  facts: Facts,
  ports: ReadPorts,
  areDetailed: boolean,
): Stage {
  return async function* (pages) {
    const needsDetails =
      !areDetailed && (isDetailed || groups.some((group) => detailedGroups.includes(group)))
    const source = needsDetails ? withDetails(pages, ports) : asTheyAre(pages)
    for await (const { page, detailOf } of source) {
      const now = answeredAt(page.page, ports.now())
      const items = []
      for (const item of page.items) {
        const outputs: Json[] = []
        for (const output of item.outputs) {
          if (!isObject(output)) {
            outputs.push(output)
            continue
          }
          const subject = { record: output, detail: detailOf(item), now, facts }
          const parts: Derived[] = []
          for (const name of groups) {
            const part = deriveGroups[name](subject)
            // Waiting costs more than most groups take, and few of them read anything.
            parts.push(part instanceof Promise ? await part : part)
          }
          const derived: Record<string, Json> = { ...output }
          derived[derivedKey] = joined(groups, parts)
          outputs.push(derived)
        }
        items.push({ ...item, outputs })
      }
      yield { ...page, items }
    }
  }
}

/** Returns the groups of one record, and `why` with the reasons of unknown values, by path. */
function joined(groups: readonly DerivedGroup[], parts: readonly Derived[]): JsonObject {
  const derived: Record<string, Json> = {}
  const why: Record<string, string> = {}
  groups.forEach((name, index) => {
    const part = parts[index]
    derived[name] = part?.values ?? {}
    for (const field in part?.why) why[`${name}.${field}`] = part.why[field] ?? ''
  })
  derived['why'] = why
  return derived
}

/** How each group of derived fields is computed, and what is read for it. */
const deriveGroups: Readonly<Record<DerivedGroup, DeriveGroup>> = {
  funding: ({ detail, record, now }) =>
    deriveFunding(
      detail === undefined || detail === record
        ? record
        : { ...record, funded_date: at(detail, 'funded_date') ?? null },
      now,
    ),
  repayment: ({ detail, record, now }) => deriveRepayment(detail ?? record, now),
  people: ({ detail, record }) => derivePeople(detail ?? record),
  partner: async ({ record, now, facts }) =>
    derivePartner(await facts.partner(at(record, 'partner_id')), record, now, await facts.medians()),
  mine: async ({ record, facts }) => deriveMine(record, await facts.mine()),
  budget: ({ record, now }) => deriveBudget(record, now),
  team: ({ record, now }) => deriveTeam(record, now),
  team_recent: async ({ record, now, facts }) => {
    const { members, loans } = await facts.team(record, now)
    return deriveTeamRecent(members, loans, now)
  },
}

type DeriveGroup = (subject: Subject) => Derived | Promise<Derived>

/** What a group is computed from. */
interface Subject {
  readonly record: JsonObject
  /** The detailed record, for groups that need it; `undefined` if the service does not have it. */
  readonly detail: JsonObject | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly facts: Facts
}

/** Groups that are computed from detailed loans, which lists do not have. */
const detailedGroups: readonly DerivedGroup[] = ['repayment', 'people']

/** A page, and the detailed record of each item, `undefined` for one that the service does not have. */
interface DetailedPage {
  readonly page: ItemPage
  readonly detailOf: (item: Item) => JsonObject | undefined
}

async function* asTheyAre(pages: AsyncIterable<ItemPage>): AsyncGenerator<DetailedPage, void> {
  const detailOf: DetailedPage['detailOf'] = ({ record }) => (isObject(record) ? record : undefined)
  for await (const page of pages) yield { page, detailOf }
}

/**
 * Requests the details of listed loans, as many in one request as the service allows, and yields each page once it
 * has them.
 */
async function* withDetails(
  pages: AsyncIterable<ItemPage>,
  ports: ReadPorts,
): AsyncGenerator<DetailedPage, void> {
  const waiting: ItemPage[] = []
  const details = new Map<string, JsonObject | undefined>()
  let failure: { readonly cause: unknown } | undefined
  async function* readIds(): AsyncGenerator<string, void> {
    try {
      for await (const page of pages) {
        waiting.push(page)
        yield* idsOf(page)
      }
    } catch (cause) {
      failure = { cause }
    }
  }
  function* release(isReady: (page: ItemPage) => boolean): Generator<DetailedPage> {
    for (let [page] = waiting; page && isReady(page); [page] = waiting) {
      waiting.shift()
      yield { page, detailOf: (item) => details.get(idOf(item) ?? '') }
      for (const id of idsOf(page)) details.delete(id)
    }
  }
  const ids = readIds()
  const first = await ids.next()
  if (!first.done) {
    for await (const { records, missing = [] } of readDetails(startingWith(first.value, ids), ports)) {
      for (const record of records.filter(isObject)) details.set(firstIdOf(record, ['id']) ?? '', record)
      for (const id of missing) details.set(String(id), undefined)
      yield* release((page) => idsOf(page).every((id) => details.has(id)))
    }
  }
  yield* release(() => true)
  if (failure) throw failure.cause
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first
  yield* rest
}

/** Returns the id of an item that is still to be printed. */
const idOf = ({ record, outputs }: Item) => (outputs.length > 0 ? firstIdOf(record, ['id']) : undefined)

const idsOf = ({ items }: ItemPage) => items.map(idOf).filter((id) => id !== undefined)

interface TeamActivity {
  readonly members: readonly JsonObject[]
  readonly loans: readonly JsonObject[]
}

/** Other records that derived fields need, each read once in a run. */
export class Facts {
  readonly #ports: ReadPorts
  readonly #lender: LenderLoans | undefined
  #partners: Promise<ReadonlyMap<string, JsonObject>> | undefined
  #medians: PartnerMedians | undefined
  #mine: Promise<LoanCounts> | undefined

  /** `lender` is the one of the group `mine`. */
  constructor(ports: ReadPorts, lender: LenderLoans | undefined) {
    this.#ports = ports
    this.#lender = lender
  }

  /** Returns the partner with this id. Reads all partners at the first call. */
  async partner(id: Json | undefined): Promise<JsonObject | undefined> {
    this.#partners ??= this.#readPartners()
    return (await this.#partners).get(String(id))
  }

  /** Returns the medians of the active partners. Reads all partners at the first call. */
  async medians(): Promise<PartnerMedians> {
    this.#partners ??= this.#readPartners()
    this.#medians ??= mediansOf((await this.#partners).values())
    return this.#medians
  }

  /** Returns the counts of the lender's loans. */
  mine(): Promise<LoanCounts> {
    this.#mine ??= Promise.resolve(this.#lender?.all() ?? []).then(countLenderLoans)
    return this.#mine
  }

  /** Returns the members of a team who joined in the last 30 days, and its loans that may be fundraising. */
  async team(team: JsonObject, now: number): Promise<TeamActivity> {
    const values = { id: Number(firstIdOf(team, ['id'])) }
    const { lenders, loans } = teams.endpoints
    const since = (path: string, days: number) => (record: JsonObject) =>
      (timeOf(at(record, path)) ?? now) >= now - days * day
    return {
      members: await readWhile(
        readPages({ endpoint: lenders, values }, this.#ports),
        since('team_join_date', joinedDays),
      ),
      loans: await readWhile(
        readPages({ endpoint: loans, values }, this.#ports),
        since('posted_date', fundraisingDays),
      ),
    }
  }

  async #readPartners(): Promise<ReadonlyMap<string, JsonObject>> {
    const found = new Map<string, JsonObject>()
    const pages = readPages({ endpoint: partners.endpoints.list, values: {} }, this.#ports)
    for await (const { records } of pages)
      for (const partner of records.filter(isObject)) found.set(firstIdOf(partner, ['id']) ?? '', partner)
    return found
  }
}

const joinedDays = 30
/** No loan is known to raise money for longer. */
const fundraisingDays = 120

/** Returns the records of a list, newest first, up to the first page without a recent one. */
async function readWhile(
  pages: AsyncIterable<RecordPage>,
  isRecent: (record: JsonObject) => boolean,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = []
  for await (const { records } of pages) {
    const recent = records.filter(isObject).filter(isRecent)
    if (recent.length === 0) break
    found.push(...recent)
    if (recent.length < records.length) break
  }
  return found
}
