/** The resources: records by id, and the fields of each type of record. */
import { everyField } from '../api/records/field-paths.ts'
import { fieldKind, records } from '../api/records/fields.ts'
import type { RecordName } from '../api/records/record-types.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { loans } from '../commands/resources/loans.ts'
import { partners } from '../commands/resources/partners.ts'
import { teams } from '../commands/resources/teams.ts'
import { KivaError } from '../core/errors.ts'
import type { Json, JsonObject } from '../core/json.ts'
import { noFilter } from '../records/request.ts'
import { requestFor } from './arguments.ts'
import { answerOf, type CallPorts, callEndpoint } from './call.ts'
import { maxRequests, TooManyRequests } from './one-at-a-time.ts'
import { resources as words } from './tools.ts'

const mimeType = 'application/json'

/** Returns the templates of records by id. */
export const listTemplates = (): readonly JsonObject[] =>
  Object.entries(words).map(([name, description]) => ({
    uriTemplate: `kiva://${name}/{id}`,
    name,
    description,
    mimeType,
  }))

/** Returns the resources that need no id: the fields of each type of record. */
export const listResources = (): readonly JsonObject[] =>
  Object.keys(records).map((name) => ({ uri: `kiva://fields/${name}`, name: `fields of ${name}`, mimeType }))

/** Returns the content of a resource; `undefined` if there is no such resource. Throws `KivaError`. */
export async function readResource(uri: string, ports: CallPorts): Promise<Json | undefined> {
  const [, kind = '', text = ''] = uri.match(/^kiva:\/\/(\w+)\/([^/?#]+)$/) ?? []
  const id = decode(text)
  if (kind === 'fields') return Object.hasOwn(records, id) ? fieldsOf(id as RecordName) : undefined
  if (!Object.hasOwn(readers, kind) || id === '') return undefined
  try {
    return await readers[kind as keyof typeof words](id, ports)
  } catch (error) {
    const isRefused = error instanceof KivaError && ['refused', 'usage'].includes(error.kind)
    if (!isRefused || error instanceof TooManyRequests) throw error
    return undefined
  }
}

const readers: Readonly<
  Record<keyof typeof words, (id: string, ports: CallPorts) => Promise<Json | undefined>>
> = {
  loan: (id, ports) => callEndpoint(loans.endpoints.show, { ids: [id] }, ports),
  lender: (id, ports) => callEndpoint(lenders.endpoints.show, { lender_ids: [id] }, ports),
  team: (id, ports) => callEndpoint(teams.endpoints.show, { ids: [id] }, ports),
  partner: (id, ports) => {
    // The service has no endpoint by id: its list is read up to the partner.
    const endpoint = { ...partners.endpoints.list, finds: 'id' }
    const request = requestFor(endpoint, { filter: { ...noFilter, only: [id] } })
    return answerOf({ request, limit: 1, page: 1, named: ['*'], lang: undefined }, ports, maxRequests.page)
  },
}

const fieldsOf = (name: RecordName): Json =>
  everyField(records[name]).map(([path, field]) => ({
    field: path,
    type: fieldKind(field),
    meaning: field.brief,
  }))

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
