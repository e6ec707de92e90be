/** Other records that derived fields need, each read once in a run. */
import { at } from '../api/records/field-values.ts'
import { partners } from '../commands/resources/partners.ts'
import { teams } from '../commands/resources/teams.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import { countLenderLoans, type LenderLoans as LoanCounts } from '../domain/lender-loans.ts'
import { timeOf } from '../domain/time.ts'
import type { ReadPorts, RecordPage } from '../read/reading.ts'
import { firstIdOf } from '../read/record-ids.ts'
import type { LenderLoans } from './lender-loans.ts'
import { readPages } from './read-pages.ts'

interface TeamActivity {
  readonly members: readonly JsonObject[]
  readonly loans: readonly JsonObject[]
}

export class Facts {
  readonly #ports: ReadPorts
  readonly #lender: LenderLoans | undefined
  #partners: Promise<ReadonlyMap<string, JsonObject>> | undefined
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
