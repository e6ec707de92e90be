/** Web pages and commands related to a sanitized record, from the table of relations. */

import { at } from '../../api/records/field-values.ts'
import type { Thing } from '../../api/records/record-types.ts'
import { relations } from '../../api/relations.ts'
import type { Json } from '../../ports/json.ts'
import { pagePath } from '../gate/links.ts'
import { line } from './line.ts'

/** Returns commands to run next for a record, without `kiva`. */
export function nextCommands(thing: Thing, record: Json | undefined): readonly string[] {
  const { id, next } = relations[thing]
  return id === undefined ? next : withId(next, line(at(record, id)))
}

/** Returns the command that shows a thing by its id, or [] if there is none. */
export function showCommand(thing: Thing, id: string): readonly string[] {
  const { show } = relations[thing]
  return show === undefined ? [] : withId([show], id)
}

/**
 * Users copy these commands, so they include only ids that are safe in a shell and cannot be read as an
 * option.
 */
const withId = (commands: readonly string[], id: string) =>
  /^\w[\w.]*$/.test(id) ? commands.map((command) => `${command} ${id}`) : []

/**
 * Returns the path of a record's page on the website, or of the first thing it refers to; '' if neither has a
 * page.
 */
export function pageOfRecord(thing: Thing, record: Json): string {
  const relation = relations[thing]
  const field = relation.page?.id ?? Object.keys(relation.refers ?? {})[0]
  return field === undefined ? '' : pageOfField(thing, field, record)
}

/**
 * Returns the path of the page that a field links to: the record's own, or that of the thing it refers to; ''
 * if there is none.
 */
export function pageOfField(thing: Thing, field: string, record: Json): string {
  const { id, page, refers } = relations[thing]
  if (page && (field === id || field === page.id)) return pagePath(page.folder, line(at(record, page.id)))
  const other = refers?.[field]
  const folder = other && relations[other].page?.folder
  return folder === undefined ? '' : pagePath(folder, line(at(record, field)))
}
