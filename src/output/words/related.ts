/** Web pages and commands related to a sanitized record, from the table of relations. */

import { at } from '../../api/records/field-values.ts'
import type { RecordKind } from '../../api/records/record-types.ts'
import { relations } from '../../api/relations.ts'
import type { Json } from '../../core/json.ts'
import { pagePath } from '../gate/gate.ts'
import type { Link } from '../page/page.ts'
import { line } from './line.ts'

/** Returns commands to run next for a record, without `kiva`. */
export function nextCommands(kind: RecordKind, record: Json | undefined): readonly string[] {
  const { id, next, count } = relations[kind]
  if (count !== undefined && at(record, count) === 0) return []
  return id === undefined ? next : withId(next, line(at(record, id)))
}

/**
 * Returns the command that shows more of the first of these records, or of the first kind it refers to, without
 * `kiva`; `undefined` if there is none.
 */
export function commandAfterList(kind: RecordKind, records: readonly Json[]): string | undefined {
  const { id, page, show, refers = {} } = relations[kind]
  const [[field, referred] = []] = Object.entries(refers)
  const commandsFor = (record: Json) => {
    if (show !== undefined) return showCommand(kind, line(at(record, page?.id ?? id ?? '')))
    if (id !== undefined) return nextCommands(kind, record)
    return referred && field ? showCommand(referred, line(at(record, field))) : []
  }
  for (const record of records) {
    const [command] = commandsFor(record)
    if (command !== undefined) return command
  }
  return undefined
}

/**
 * Returns the command that shows the things that these records refer to, such as the partners of loans, without `kiva`;
 * `undefined` if there are none, or too many for a line.
 */
export function commandAfterPages(kind: RecordKind, records: readonly Json[]): string | undefined {
  const [[field, referred] = []] = Object.entries(relations[kind].refers ?? {})
  if (field === undefined || referred === undefined) return undefined
  const ids = new Set(records.map((record) => line(at(record, field))).filter((id) => id !== ''))
  const commands = [...ids].map((id) => showCommand(referred, id)[0])
  const known = commands.every((command) => command !== undefined)
  if (!known || ids.size === 0 || ids.size > mostShown) return undefined
  return `${relations[referred].show} ${[...ids].join(' ')}`
}

const mostShown = 5

/** Returns the command that opens the pages of these records, without `kiva`; `undefined` if there is none. */
export function pagesCommand(kind: RecordKind, records: readonly Json[]): string | undefined {
  const { id = '', show } = relations[kind]
  const ids = records.map((record) => line(at(record, id))).filter((text) => /^\w[\w.]*$/.test(text))
  return show === undefined || ids.length === 0 ? undefined : `${show} ${ids.join(' ')} --web`
}

/** Returns the command that shows a kind by its id, or [] if there is none. */
export function showCommand(kind: RecordKind, id: string): readonly string[] {
  const { show } = relations[kind]
  return show === undefined ? [] : withId([show], id)
}

/**
 * Users copy these commands, so they include only ids that are safe in a shell and cannot be read as an
 * option.
 */
const withId = (commands: readonly string[], id: string) =>
  /^\w[\w.]*$/.test(id) ? commands.map((command) => `${command} ${id}`) : []

/**
 * Returns the path of a record's page on the website, or of the first kind it refers to; '' if neither has a
 * page.
 */
export function pageOfRecord(kind: RecordKind, record: Json): string {
  const relation = relations[kind]
  const field = relation.page?.id ?? Object.keys(relation.refers ?? {})[0]
  return field === undefined ? '' : pageOfField(kind, field, record)
}

/** Returns a link to a record's page; '' if it has none. */
export function pageLink(kind: RecordKind, record: Json, site: string | undefined): Link | '' {
  const path = pageOfRecord(kind, record)
  return site && path ? { site, path } : ''
}

/**
 * Returns the path of the page that a field links to: the record's own, or that of the kind it refers to; ''
 * if there is none.
 */
export function pageOfField(kind: RecordKind, field: string, record: Json): string {
  const { id, page, refers } = relations[kind]
  if (page && (field === id || field === page.id)) return pagePath(page.folder, line(at(record, page.id)))
  const referred = refers?.[field]
  const folder = referred && relations[referred].page?.folder
  return folder === undefined ? '' : pagePath(folder, line(at(record, field)))
}
