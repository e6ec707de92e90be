import { describe, expect, it } from 'vitest'
import { ReaderGone } from '../../../src/errors.ts'
import { openGate } from '../../../src/output/gate/gate.ts'
import { statusLine } from '../../../src/output/terminal/status-line.ts'
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
    // Nothing hides the cursor, so nothing has to bring it back.
    expect(written()).not.toContain('?25')
  })

  it('is never seen when the answer comes sooner', async () => {
    const { out, written } = gated({ color: false })
    const sign = statusLine(out, () => 'Asking', sleeper().sleep)
    sign.show()
    await sign.hide()
    expect(written()).toBe('')
  })

  it('comes again after another 300 ms', async () => {
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

  it('tells what is so now', async () => {
    const clock = sleeper()
    const { out, written } = gated({ color: false })
    let left = 3
    const sign = statusLine(out, () => `${left--} s`, clock.sleep)
    sign.show()
    await clock.pass()
    await clock.pass()
    expect(written()).toMatch(/^. 3 s\r\x1b\[2K. 2 s$/u)
    await sign.end()
  })

  it('fits in one line, since a wrapped one could not be taken away', async () => {
    const clock = sleeper()
    const { out, written } = gated({ color: false })
    const sign = statusLine(out, () => 'x'.repeat(200), clock.sleep)
    sign.show()
    await clock.pass()
    expect(written()).toHaveLength(79)
    await sign.end()
  })

  it('fails nothing when nobody can see it', async () => {
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
