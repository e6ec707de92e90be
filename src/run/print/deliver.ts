/** Records on their way out: taken page by page, rendered, and written in pieces of a page or less, bytes as they come. */

import { KivaError } from '../../errors.ts'
import type { Render, View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import type { Pages, ReadPage } from '../pages.ts'
import type { Delivery } from './delivery.ts'

/** Where the text goes, and who is told of what was written. */
export interface Outlet {
  /** Resolves when more may be written. */
  write(chunk: string | Uint8Array): Promise<void>
  /** After each page, when what a renderer gave for its records has been written. */
  onPage?(page: ReadPage): Promise<void>
}

/** Text is written when there is so much of it, and at the end of each page. */
const enough = 64 * 1024

/** Renders the records of the pages, at most `limit`, and acknowledges them as they are written. */
export async function deliver(
  pages: Pages,
  delivery: Delivery,
  {
    render,
    view,
    limit,
  }: { readonly render: Render; readonly view: View; readonly limit: number | undefined },
  outlet: Outlet,
): Promise<void> {
  let text = ''
  let covered = delivery.taken
  // Whether the renderer has records of which no text has come yet: it has none of those that jq made nothing of.
  let isHolding = false
  const onHanded = () => {
    isHolding = true
  }
  const flush = async () => {
    if (text === '') return
    const ready = text
    text = ''
    await outlet.write(ready)
    delivery.acknowledge(covered)
  }
  const onPageEnd = async (page: ReadPage) => {
    await flush()
    if (!isHolding) delivery.acknowledge(delivery.taken)
    await outlet.onPage?.(page)
  }
  try {
    for await (const piece of render(recordsOf(pages, delivery, limit, onHanded, onPageEnd), view)) {
      covered = delivery.taken
      isHolding = false
      if (typeof piece === 'string') {
        text += piece
        if (text.length >= enough) await flush()
      } else {
        await outlet.write(piece)
        delivery.acknowledge(covered)
      }
    }
  } finally {
    // What came before a failure is delivered too.
    await flush()
  }
  // The last records may have no text of their own.
  delivery.acknowledge(delivery.taken)
}

/** Pages in a row that may have nothing new on them: as many as the ids that are kept against repeats would fill. */
const mostOldPages = 250

const runsAway = () =>
  new KivaError('partial', 'The list grows faster than it is read', {
    hint: 'Ask for less of it, such as with --limit, or for more at once with --concurrency.',
  })

/** The records of the page at hand and of those after it. */
async function* recordsOf(
  rest: Pages,
  delivery: Delivery,
  limit = Number.POSITIVE_INFINITY,
  onHanded: () => void,
  onPageEnd: (page: ReadPage) => Promise<void>,
): AsyncGenerator<Json> {
  let oldPages = 0
  for (let page: ReadPage | undefined = delivery.page; page; page = (await rest.next()).value ?? undefined) {
    delivery.turn(page)
    const { repeats, taken } = delivery
    // What a service gives in place of a page that it does not have, it has given before.
    const records = page.end === 'clamped' || page.end === 'repeated' ? [] : page.records
    for (const [at, record] of records.entries()) {
      if (delivery.taken >= limit) return
      if (!delivery.take(record)) continue
      for (const one of page.made ? await page.made(at) : [record]) {
        onHanded()
        yield one
      }
    }
    if (delivery.taken >= limit) return
    rest.drop(delivery.repeats - repeats)
    oldPages = delivery.repeats > repeats && delivery.taken === taken ? oldPages + 1 : 0
    await onPageEnd(page)
    if (oldPages === mostOldPages) throw runsAway()
  }
}
