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
export interface DeliverySink {
  /** Resolves when more may be written. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Called after each write, and after each page. */
  onWritten(chunk: string | Uint8Array): Promise<void>
  /** Called after each page, once the text for its records has been written. */
  onPage(page: RecordPage): Promise<void>
}

/** Text is written when the buffer reaches this size, and at the end of each page. */
const flushSize = 64 * 1024

/** Renders the outputs of the pages, and acknowledges records once they are written. */
export async function deliver(
  pages: AsyncIterable<ItemPage>,
  delivery: Delivery,
  { render, view }: { readonly render: Render; readonly view: View },
  sink: DeliverySink,
): Promise<void> {
  let text = ''
  let rendered = delivery.taken
  // True while the renderer holds outputs it has not printed.
  let isBuffering = false
  const write = async (chunk: string | Uint8Array) => {
    await sink.write(chunk)
    delivery.acknowledge(rendered)
    await sink.onWritten(chunk)
  }
  const flush = async () => {
    if (text === '') return
    const ready = text
    text = ''
    await write(ready)
  }
  async function* outputs(): AsyncGenerator<Json> {
    for await (const { page, items, isPartial } of pages) {
      delivery.beginPage(page)
      for (const item of items) {
        delivery.taken += 1
        if (item.outputs.length > 0) delivery.matched += 1
        for (const output of item.outputs) {
          isBuffering = true
          yield output
        }
      }
      if (isPartial) continue
      delivery.endPage()
      await flush()
      if (!isBuffering) delivery.acknowledge(delivery.taken)
      await sink.onWritten('')
      await sink.onPage(page)
    }
  }
  try {
    for await (const piece of render(outputs(), view)) {
      rendered = delivery.taken
      isBuffering = false
      if (typeof piece === 'string') {
        text += piece
        if (text.length >= flushSize) await flush()
      } else await write(piece)
    }
  } finally {
    // The text before a failure is written too.
    await flush()
  }
  // The last records may produce no text.
  delivery.acknowledge(delivery.taken)
}
