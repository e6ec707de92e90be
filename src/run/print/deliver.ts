/**
 * Prints records: renders them page by page, and writes text in pieces of at most a page,
 * binary data as it comes.
 */
import type { Render, View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import type { RecordPage } from '../../read/reading.ts'
import type { ItemPage } from '../../stages/stage.ts'
import type { Delivery } from './delivery.ts'

/** The destination of the text, with callbacks for what was written. */
export interface Outlet {
  /** Resolves when more may be written. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Called after each write, and after each page. */
  onWritten(chunk: string | Uint8Array): Promise<void>
  /** Called after each page, once the text for its records has been written. */
  onPage(page: RecordPage): Promise<void>
}

/** Text is written when the buffer reaches this size, and at the end of each page. */
const enough = 64 * 1024

/** Renders the outputs of the pages, and acknowledges records once they are written. */
export async function deliver(
  pages: AsyncIterable<ItemPage>,
  delivery: Delivery,
  { render, view }: { readonly render: Render; readonly view: View },
  outlet: Outlet,
): Promise<void> {
  let text = ''
  let covered = delivery.taken
  // True while the renderer holds outputs it has not printed.
  let isHolding = false
  const write = async (chunk: string | Uint8Array) => {
    await outlet.write(chunk)
    delivery.acknowledge(covered)
    await outlet.onWritten(chunk)
  }
  const flush = async () => {
    if (text === '') return
    const ready = text
    text = ''
    await write(ready)
  }
  async function* outputs(): AsyncGenerator<Json> {
    for await (const { page, items, isPartial } of pages) {
      delivery.turn(page)
      for (const item of items) {
        delivery.taken += 1
        for (const output of item.outputs) {
          isHolding = true
          yield output
        }
      }
      if (isPartial) continue
      delivery.endPage()
      await flush()
      if (!isHolding) delivery.acknowledge(delivery.taken)
      await outlet.onWritten('')
      await outlet.onPage(page)
    }
  }
  try {
    for await (const piece of render(outputs(), view)) {
      covered = delivery.taken
      isHolding = false
      if (typeof piece === 'string') {
        text += piece
        if (text.length >= enough) await flush()
      } else await write(piece)
    }
  } finally {
    // The text before a failure is written too.
    await flush()
  }
  // The last records may produce no text.
  delivery.acknowledge(delivery.taken)
}
