/** The stage of `--with`: adds derived fields to records. */

import { at } from '../api/records/field-values.ts'
import { type DerivedGroup, derivedKey } from '../api/records/record-types.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
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
import type { ReadPorts } from '../read/reading.ts'
import { firstIdOf } from '../read/record-ids.ts'
import type { Facts } from './facts.ts'
import { answeredAt, readDetails } from './read-pages.ts'
import type { Item, ItemPage, Stage } from './stage.ts'

/**
 * Returns a stage that adds the groups to each output, under the key `derived`. Values that depend on the time are
 * those of the moment when the service answered. `areDetailed` says that the records are detailed already.
 */
export function deriveStage(
  groups: readonly DerivedGroup[],
  facts: Facts,
  ports: ReadPorts,
  areDetailed: boolean,
): Stage {
  return async function* (pages) {
    const needsDetails = !areDetailed && groups.some((group) => detailedGroups.includes(group))
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
  funding: ({ record, now }) => deriveFunding(record, now),
  repayment: ({ detail, record, now }) => deriveRepayment(detail ?? record, now),
  people: ({ detail, record }) => derivePeople(detail ?? record),
  partner: async ({ record, now, facts }) =>
    derivePartner(await facts.partner(at(record, 'partner_id')), record, now),
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
