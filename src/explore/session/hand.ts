/** Hands something of the session over: to the clipboard, the browser, or a shortlist. */
import { addToShortlist } from '../../cli/shortlists.ts'
import type { PerformPorts } from '../requests/readings.ts'
import type { Effect } from '../state/state.ts'
import { attempt } from './problems.ts'

/** Carries out an effect, and posts what comes of it. */
export async function hand(
  effect: Extract<Effect, { readonly kind: 'copy' | 'browse' | 'shortlist' }>,
  { post, context, terminal }: PerformPorts,
): Promise<void> {
  switch (effect.kind) {
    case 'copy':
      if (!(await terminal.copy(effect.text)))
        post({ kind: 'note', words: 'Too long to copy: use x to export.' })
      return
    case 'browse':
      if (!(await context.browse(effect.url)))
        post({ kind: 'note', words: `Open ${effect.url} yourself: no browser found.` })
      return
    case 'shortlist':
      return attempt(
        { context },
        async () => post({ kind: 'listed', ...(await addToShortlist(await context.state(), effect)) }),
        (problem) => post({ kind: 'refused', problem }),
      )
  }
}
