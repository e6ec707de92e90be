import { describe, expect, it } from 'vitest'
import { ReaderGone } from '../../../src/core/errors.ts'
import { openGate } from '../../../src/output/gate/gate.ts'
import { statusLine } from '../../../src/output/terminal/status-line.ts'
import { gated } from '../helpers.ts'

/** A clock that the test moves: each sleep lasts until the test ends it or its signal aborts. */
function sleeper() {
  const waiting: { readonly milliseconds: number; readonly wake: () => void }[] = []
  return {
    waiting,
    sleep: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((wake, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        waiting.push({ milliseconds, wake })
      }),
    /** Ends the current sleep and waits for the next. */
    async pass() {
      const before = waiting.length
      waiting.at(-1)?.wake()
      while (waiting.length === before) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('the status line', () => {
  it('appears after 300ms and is erased completely', async () => {
    const clock = sleeper()
    const { out, written } = gated({ color: false })
    const sign = statusLine(out, () => 'Asking \x1b[2J', clock.sleep)
    sign.show()
    sign.show()
    expect(clock.waiting.map(({ milliseconds }) => milliseconds)).toEqual([300])
    expect(written()).toBe('')
    await clock.pass()
    expect(written()).toMatch(/^. Asking �\[2J$/u)
    await sign.hide()
    await sign.end()
    expect(written()).toMatch(/\r\x1b\[2K$/)
    // The cursor is never hidden, so nothing has to show it again.
    expect(written()).not.toContain('?25')
  })

  it('never appears if the reply is faster', async () => {
    const { out, written } = gated({ color: false })
    const sign = statusLine(out, () => 'Asking', sleeper().sleep)
    sign.show()
    await sign.hide()
    expect(written()).toBe('')
  })

  it('appears again after another 300ms', async () => {
    const clock = sleeper()
    const { out, written } = gated({ color: false })
    const sign = statusLine(out, () => 'Asking', clock.sleep)
    sign.show()
    await sign.hide()
    sign.show()
    expect(clock.waiting.map(({ milliseconds }) => milliseconds)).toEqual([300, 300])
    await clock.pass()
    expect(written()).toContain('Asking')
    await sign.end()
  })

  it('shows the current text each time it is drawn', async () => {
    const clock = sleeper()
    const { out, written } = gated({ color: false })
    let left = 3
    const sign = statusLine(out, () => `${left--}s`, clock.sleep)
    sign.show()
    await clock.pass()
    await clock.pass()
    expect(written()).toMatch(/^. 3s\r\x1b\[2K. 2s$/u)
    await sign.end()
  })

  it('is cut to one line, since a wrapped line could not be erased', async () => {
    const clock = sleeper()
    const { out, written } = gated({ color: false })
    const sign = statusLine(out, () => 'x'.repeat(200), clock.sleep)
    sign.show()
    await clock.pass()
    expect(written()).toHaveLength(79)
    await sign.end()
  })

  it('does not fail if the reader is gone', async () => {
    const clock = sleeper()
    const gone = openGate(
      { isTerminal: true, columns: 80, isGone: false, write: () => Promise.reject(new ReaderGone('gone')) },
      { color: false },
    )
    const sign = statusLine(gone, () => 'Asking', clock.sleep)
    sign.show()
    clock.waiting[0]?.wake()
    await expect(sign.hide()).resolves.toBeUndefined()
  })
})
