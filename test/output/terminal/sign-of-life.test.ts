import { describe, expect, it } from 'vitest'
import { ReaderGone } from '../../../src/errors.ts'
import { openGate } from '../../../src/output/gate/gate.ts'
import { showWaiting } from '../../../src/output/terminal/waiting.ts'
import { gated } from '../helpers.ts'

/** A clock that the test moves: each sleep waits to be woken, or for its signal. */
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

describe('the sign of life', () => {
  it('comes after 300 ms and goes without a trace', async () => {
    const clock = sleeper()
    const { out, written } = gated({ colour: false })
    const waiting = showWaiting(out, 'Asking \x1b[2J', clock.sleep)
    expect(clock.waiting[0]?.milliseconds).toBe(300)
    expect(written()).toBe('')
    await clock.pass()
    expect(written()).toMatch(/^. Asking �\[2J$/u)
    await waiting.stop()
    await waiting.stop()
    expect(written()).toMatch(/\r\x1b\[2K$/)
    // Nothing hides the cursor, so nothing has to bring it back.
    expect(written()).not.toContain('?25')
  })

  it('is never seen when the answer comes sooner', async () => {
    const { out, written } = gated({ colour: false })
    await showWaiting(out, 'Asking', sleeper().sleep).stop()
    expect(written()).toBe('')
  })

  it('is not for pipes', async () => {
    const clock = sleeper()
    const { out, written } = gated({ colour: false }, false)
    await showWaiting(out, 'Asking', clock.sleep).stop()
    expect([clock.waiting.length, written()]).toEqual([0, ''])
  })

  it('fits in one line, since a wrapped one could not be taken away', async () => {
    const clock = sleeper()
    const { out, written } = gated({ colour: false })
    const waiting = showWaiting(out, 'x'.repeat(200), clock.sleep)
    await clock.pass()
    expect(written()).toHaveLength(79)
    await waiting.stop()
  })

  it('fails nothing when nobody can see it', async () => {
    const clock = sleeper()
    const gone = openGate(
      { isTerminal: true, columns: 80, isGone: false, write: () => Promise.reject(new ReaderGone('gone')) },
      { colour: false },
    )
    const waiting = showWaiting(gone, 'Asking', clock.sleep)
    clock.waiting[0]?.wake()
    await expect(waiting.stop()).resolves.toBeUndefined()
  })
})
