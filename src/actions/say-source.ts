/** What actions say below their page about where its records come from. */
import type { Context } from '../core/context.ts'
import { sourceWords } from '../output/words/source.ts'

/** Follows the age of replies. Returns the function that says, on a terminal, where the records come from. */
export function followSource({
  observe,
  say,
  settings,
  stdout,
}: Pick<Context, 'observe' | 'say' | 'settings' | 'stdout'>): () => Promise<void> {
  let oldest: number | undefined
  observe((event) => {
    if (event.kind === 'reply') oldest = Math.max(oldest ?? 0, event.reply.cacheAge ?? 0)
  })
  return async () => {
    // Without a reply, nothing was read from the mirror.
    if (!stdout.isTerminal || (settings.mirror && oldest === undefined)) return
    const words = sourceWords(settings, oldest ?? 0)?.alone
    if (words) await say(`${words}.`)
  }
}
