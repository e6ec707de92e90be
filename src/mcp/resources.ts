/** The resources: records by id, and the fields of each type of record. */
import { everyField } from '../api/records/field-paths.ts'
import { fieldKind, records } from '../api/records/fields.ts'
import type { RecordName } from '../api/records/record-types.ts'
import { lenders } from '../commands/resources/lenders.ts'
import { loans } from '../commands/resources/loans.ts'
import { partners } from '../commands/resources/partners.ts'
import { teams } from '../commands/resources/teams.ts'
import { KivaError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { type CallPorts, callTool, findRecord } from './call.ts'
import { TooManyRequests } from './one-at-a-time.ts'
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
  loan: (id, ports) => callTool(loans.endpoints.show, { ids: [id] }, ports),
  lender: (id, ports) => callTool(lenders.endpoints.show, { lender_ids: [id] }, ports),
  team: (id, ports) => callTool(teams.endpoints.show, { ids: [id] }, ports),
  partner: (id, ports) =>
    findRecord(partners.endpoints.list, (record) => isObject(record) && String(record['id']) === id, ports),
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
