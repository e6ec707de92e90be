/** `--web`: opens the website's pages for the given ids, or for the records that a list or filters lead to. */

import { listedParam, typeOf } from '../api/endpoint.ts'
import { relations } from '../api/relations.ts'
import { checkSegment, encode } from '../api/wire/request.ts'
import { pageAddress } from '../auth/origin.ts'
import { mayBrowse } from '../auth/prompt.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { KivaError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { formats } from '../output/formats.ts'
import { openRecords } from '../records/open.ts'
import { readIds } from '../records/read-ids.ts'
import { firstIdOf } from '../records/record-ids.ts'
import { askToRead } from './allow-reading.ts'
import type { RunContext } from './make-context.ts'
import { maxWebPages } from './print/summary.ts'

/**
 * Opens the pages. Prints the addresses of those after the fifth, and of all if no browser can be opened.
 * Throws `KivaError` of kind `usage`.
 */
export async function openPages(invocation: EndpointInvocation, context: RunContext): Promise<void> {
  const { settings, signal, stdin, say } = context
  const { endpoint } = invocation
  const listed = listedParam(endpoint)
  const thing = listed === undefined ? typeOf(endpoint).kind : endpoint.params[listed]?.pageOf
  const page = thing && relations[thing].page
  if (!page) throw new KivaError('bug', `${endpoint.path} has no pages on the website`)
  const { site } = settings
  if (site === undefined) {
    throw settings.mirror
      ? new KivaError('usage', '--web cannot be used with this mirror', {
          hint: 'Its records are those of the sandbox, which has no website.',
        })
      : new KivaError('usage', '--web cannot be used with --sandbox', {
          hint: 'The built-in sandbox has no website: run kiva sandbox, and give its URL with --base-url.',
        })
  }
  const pages: { readonly id: Json; readonly url: string; readonly opened: boolean }[] = []
  const canOpen = mayBrowse(context)
  const { filter, derive, extra } = invocation
  const reads = listed === undefined || filter !== undefined || derive !== undefined || extra.length > 0
  const ids = reads ? idsOfList(invocation, page.id, context) : readIds(invocation, listed, stdin, signal)
  for await (const id of ids) {
    const path = `${page.folder}/${encode(checkSegment(listed ?? 'id', String(id)))}`
    const url = pageAddress(`${site}/${path}`, site)
    const opened = canOpen && pages.length < maxWebPages && (await context.browse(url).catch(() => false))
    pages.push({ id, url, opened })
  }
  for (const { url } of pages.filter(({ opened }) => opened)) await say(`Opened ${url}`)
  const isForPeople = formats[settings.output].destination === 'people'
  const unopened = isForPeople ? pages.filter(({ opened }) => !opened) : pages
  if (unopened.length > 0) await context.print(unopened, unopened.map(({ url }) => url).join('\n'))
}

/** Reads a list through its stages, and yields the field of its records that is part of their addresses. */
async function* idsOfList(
  invocation: EndpointInvocation,
  field: string,
  context: RunContext,
): AsyncGenerator<Json, void> {
  const { read } = await openRecords(invocation, context, { allow: askToRead(invocation, context) })
  for await (const { items } of read())
    for (const { record, outputs } of items) {
      const id = outputs.length > 0 ? firstIdOf(record, [field]) : undefined
      if (id !== undefined) yield id
    }
}
