import type { Out } from '../../core/streams.ts'

/**
 * Wraps what people read on a terminal between words. A longer word, such as an address to copy, stays whole:
 * the terminal continues it on the next line without a break.
 */
export async function wordWrapped(out: Out): Promise<Out> {
  if (!out.isTerminal) return out
  // Loaded before the first write, so that writes keep their order.
  const { wrapLines } = await import('./wrap-lines.ts')
  const write: Out['write'] = (chunk, destination) =>
    out.write(
      destination === 'people' && typeof chunk === 'string' ? wrapLines(chunk, out.columns) : chunk,
      destination,
    )
  return Object.create(out, { write: { value: write } })
}
