/** What pages say of a loan's field partner, kept for a day: kiva names a partner without asking again. */
import { at } from '../api/records/field-values.ts'
import { jsonText, parseJson } from '../api/wire/json.ts'
import { partners } from '../commands/resources/partners.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { day } from '../core/time.ts'
import type { KnownPartners, PartnerMedians } from '../domain/partner-medians.ts'
import type { ReadPorts } from './reading.ts'
import { firstIdOf } from './record-ids.ts'

interface KeptPorts extends ReadPorts, Pick<Context, 'state' | 'sleep'> {
  readonly settings: Pick<Context['settings'], 'offline' | 'sandbox' | 'mirror'>
}

/** The service had 300 partners in 2019, 200 on a page. */
const mostRequests = 2

/** Milliseconds: for the rate limit, and for all replies. The page does not need the partners. */
const longestWait = { limit: 1000, replies: 3000 }

/** In the state folder: the reply cache would load node:crypto, which takes longer than all else here. */
const file = 'partners.json'

/**
 * Returns the partners; `undefined` if they cannot be read, since they only explain other records. Sends at most two
 * requests, none within a day of the last ones. Nothing is kept of the sandbox and the mirror: they are on this machine.
 */
export async function keptPartners(ports: KeptPorts): Promise<KnownPartners | undefined> {
  const { settings, signal, now } = ports
  // A file that cannot be read or written only costs requests.
  const state = settings.sandbox || settings.mirror ? undefined : await ports.state().catch(() => undefined)
  const kept = parsed(await state?.read(file).catch(() => undefined))
  const age = now() - Number(at(kept, 'stored_at'))
  const isFresh = settings.offline || (age >= 0 && age < day)
  if (kept && at(kept, 'service') === ports.baseUrl && isFresh) return knownFrom(kept)
  const list = await readList(ports)
  signal.throwIfAborted()
  if (!list) return undefined
  const summary = { service: ports.baseUrl, stored_at: now(), ...(await summaryOf(list, now())) }
  if (!settings.offline) await state?.update(file, () => `${jsonText(summary)}\n`).catch(() => {})
  return knownFrom(summary)
}

/** Returns an object in a text, or `undefined`. */
function parsed(text: string | undefined): JsonObject | undefined {
  try {
    const value = parseJson(text ?? 'null')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Tries once, and waits little. Returns `undefined` for a failure. */
async function readList(ports: KeptPorts): Promise<readonly JsonObject[] | undefined> {
  const { readPages } = await import('./read-pages.ts')
  const over = new AbortController()
  const signal = AbortSignal.any([ports.signal, over.signal])
  void ports.sleep(longestWait.replies, signal).then(
    () => over.abort(),
    () => {},
  )
  const limits = { maxWait: longestWait.limit, beforeTry: () => {} }
  const fetch: ReadPorts['fetch'] = (request) => ports.fetch(request, { signal, limits })
  const found: JsonObject[] = []
  let requests = 0
  try {
    const request = { endpoint: partners.endpoints.list, values: {} }
    for await (const { records } of readPages(request, { ...ports, signal, fetch, emit: () => {} })) {
      found.push(...records.filter(isObject))
      requests += 1
      if (requests === mostRequests) break
    }
    return found
  } catch (error) {
    if (!(error instanceof KivaError || signal.aborted)) throw error
    return undefined
  } finally {
    over.abort()
  }
}

/** Returns what is kept of a list. The code for it is loaded once a day. */
async function summaryOf(list: readonly JsonObject[], now: number): Promise<JsonObject> {
  const { derivePartner } = await import('../domain/derive-fields.ts')
  const { mediansOf } = await import('../domain/partner-medians.ts')
  const entries = list.map((partner) => {
    const id = firstIdOf(partner, ['id']) ?? ''
    const {
      name = null,
      rating = null,
      default_rate = null,
    } = derivePartner(partner, { partner_id: id }, now).values
    return [id, { name, rating, default_rate }] as const
  })
  return { partners: Object.fromEntries(entries), medians: { ...mediansOf(list) } }
}

function knownFrom(summary: Json): KnownPartners {
  const objectAt = (key: string) => [at(summary, key)].find(isObject) ?? {}
  const byId = Object.entries(objectAt('partners'))
  return { byId: new Map(byId), medians: objectAt('medians') as PartnerMedians }
}
