/** Pagers in memory, for a screen with a given number of rows. */
import type { World } from '../../src/core/context.ts'
import { ReaderGone } from '../../src/core/errors.ts'
import { type TextSink, textSink } from './sinks.ts'

/** A pager that was started. */
export interface StartedPager {
  readonly command: readonly string[]
  text: string
  closed: boolean
}

export interface PagedScreen {
  readonly world: Pick<World, 'pager' | 'stdout'>
  /** The pagers in the order they were started. */
  readonly shown: readonly StartedPager[]
  readonly screen: TextSink
  /** Quits the open pager, as the user would. */
  leave(): void
}

/** Returns a terminal whose user quits the pager after `leavesAfter` characters. */
export function pagedScreen(
  rows: number | undefined,
  leavesAfter = Number.POSITIVE_INFINITY,
  columns = 80,
): PagedScreen {
  const shown: StartedPager[] = []
  const screen = textSink(columns)
  const left = new AbortController()
  const leave = () => left.abort(new ReaderGone('the pager was left'))
  const pager: World['pager'] = async (command) => {
    const one = { command, text: '', closed: false }
    shown.push(one)
    return {
      isTerminal: true,
      columns,
      quit: left.signal,
      write: async (chunk) => {
        one.text += chunk
        if (one.text.length > leavesAfter) leave()
        if (left.signal.aborted) throw left.signal.reason
      },
      close: async () => {
        one.closed = true
      },
    }
  }
  const stdout: World['stdout'] = { isTerminal: true, columns, rows, write: screen.write }
  return { world: { pager, stdout }, shown, screen, leave }
}
