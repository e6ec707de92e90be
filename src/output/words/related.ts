/** The pages and commands that belong to a cleaned record, from the table of relations. */

import { at } from '../../api/records/field-values.ts'
import type { Thing } from '../../api/records/record-types.ts'
import { relations } from '../../api/relations.ts'
import type { Json } from '../../ports/json.ts'
import { pagePath } from '../gate/links.ts'
import { line } from './line.ts'

/** Commands to run next about a record, without `kiva`. */
export function nextCommands(thing: Thing, record: Json | undefined): readonly string[] {
  const { id, next } = relations[thing]
  return id === undefined ? next : withId(next, line(at(record, id)))
}

/** The command that shows a thing by the id of its page; [] where there is none. */
export function showCommand(thing: Thing, id: string): readonly string[] {
  const { show } = relations[thing]
  return show === undefined ? [] : withId([show], id)
}

/** To be copied by hand, so only for an id that means nothing to a shell or to kiva itself. */
const withId = (commands: readonly string[], id: string) =>
  /^\w[\w.]*$/.test(id) ? commands.map((command) => `${command} ${id}`) : []

/** The path of a record's page on the website, else of the first thing that it refers to; '' for none. */
export function pageOfRecord(thing: Thing, record: Json): string {
  const relation = relations[thing]
  const field = relation.page?.id ?? Object.keys(relation.refers ?? {})[0]
  return field === undefined ? '' : pageOfField(thing, field, record)
}

/** The path of the page that a field of a record leads to: its own, or that of the thing it refers to; '' for none. */
export function pageOfField(thing: Thing, field: string, record: Json): string {
  const { id, page, refers } = relations[thing]
  if (page && (field === id || field === page.id)) return pagePath(page.folder, line(at(record, page.id)))
  const other = refers?.[field]
  const folder = other && relations[other].page?.folder
  return folder === undefined ? '' : pagePath(folder, line(at(record, field)))
}
