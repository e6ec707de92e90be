/** The loans of a lender, read newest first and only as far back as needed. */
import { at } from '../api/records/field-values.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { timeOf } from '../domain/time.ts'
import { readPages } from './read-pages.ts'
import type { ReadPorts, RecordPage } from './reading.ts'
import { firstIdOf } from './record-ids.ts'

export class LenderLoans {
  readonly #pages: AsyncGenerator<RecordPage, void>
  readonly #loans = new Map<string, JsonObject>()
  /** The newest and the oldest posting read last, in milliseconds. */
  #newest = Number.POSITIVE_INFINITY
  #oldest = Number.POSITIVE_INFINITY
  /** Whether the list is sorted by date so far, so that the rest is older. */
  #isSorted = true
  #isOpen = false
  #isEnded = false

  constructor(lenderId: string, ports: ReadPorts) {
    const request = { endpoint: lenders.endpoints.loans, values: { lender_id: lenderId } }
    this.#pages = readPages(request, ports)
  }

  /** Reads the first page. Throws `KivaError` of kind `refused` for an unknown lender. */
  async open(): Promise<void> {
    if (!this.#isOpen) await this.#read()
  }

  /** Returns all loans of the lender. */
  async all(): Promise<readonly JsonObject[]> {
    while (!this.#isEnded) await this.#read()
    return [...this.#loans.values()]
  }

  /** Whether the lender lent to a loan. Reads until the rest of the list is older than that loan. */
  async has(loan: Json): Promise<boolean> {
    const id = firstIdOf(loan, ['id'])
    if (id === undefined) return false
    const posted = postedAt(loan) ?? Number.NEGATIVE_INFINITY
    while (!this.#loans.has(id) && !this.#isEnded && !(this.#isSorted && this.#newest < posted))
      await this.#read()
    return this.#loans.has(id)
  }

  async #read(): Promise<void> {
    this.#isOpen = true
    const { value } = await this.#pages.next()
    if (!value) {
      this.#isEnded = true
      return
    }
    for (const loan of value.records.filter(isObject)) {
      const id = firstIdOf(loan, ['id'])
      if (id !== undefined) this.#loans.set(id, factsOf(loan))
    }
    const times = value.records.map((loan) => postedAt(loan) ?? Number.NaN)
    this.#newest = Math.max(...times)
    // Comparisons with NaN are false: a loan without a date leaves the order unknown.
    this.#isSorted &&= times.length === 0 || this.#newest <= this.#oldest
    this.#oldest = Math.min(this.#oldest, ...times)
  }
}

/** Keeps what is asked of a lender's loans, since a lender may have thousands. */
function factsOf({
  id = null,
  status = null,
  posted_date = null,
  planned_expiration_date = null,
  sector = null,
  partner_id = null,
  location = null,
}: JsonObject) {
  const code = at(location, 'country_code') ?? null
  const country = at(location, 'country') ?? null
  return {
    id,
    status,
    posted_date,
    planned_expiration_date,
    sector,
    partner_id,
    location: { country_code: code, country },
  }
}

const postedAt = (loan: Json) => timeOf(at(loan, 'posted_date'))
