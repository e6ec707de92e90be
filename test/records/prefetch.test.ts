/** The window: in order, so many at once, so far ahead, whatever takes how long. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prefetch } from '../../src/records/prefetch.ts'

/** Work that ends when it is told to. */
function workshop() {
  const open = new Map<number, { resolve(): void; reject(error: Error): void }>()
  let most = 0
  return {
    open,
    most: () => most,
    work: (question: number) =>
      new Promise<string>((resolve, reject) => {
        open.set(question, { resolve: () => resolve(`done ${question}`), reject })
        most = Math.max(most, open.size)
      }).finally(() => open.delete(question)),
  }
}

const upTo = (count: number) => {
  let at = 0
  return () => (at < count ? ++at : undefined)
}
/** Until everything that can happen by itself has happened. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the window', () => {
  test('gives results in the order of the questions, and never has more under way than it may', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.nat()),
        async (count, concurrency, dice) => {
          const { open, most, work } = workshop()
          const results: string[] = []
          const reading = (async () => {
            for await (const result of prefetch(upTo(count), work, concurrency)) results.push(result)
          })()
          for (await settle(); open.size > 0; await settle()) {
            const waiting = [...open.keys()]
            open.get(waiting[(dice.next().value ?? 0) % waiting.length] ?? 0)?.resolve()
          }
          await reading
          expect(results).toEqual(Array.from({ length: count }, (_, at) => `done ${at + 1}`))
          expect(most()).toBeLessThanOrEqual(concurrency)
          expect(most()).toBe(Math.min(count, concurrency))
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    [1, 1],
    [4, 7],
    [8, 15],
  ])('of %i starts at most %i while nobody takes a result', async (concurrency, most) => {
    let started = 0
    const results = prefetch(upTo(1000), async () => ++started, concurrency)
    await results.next()
    await settle()
    expect(started).toBeLessThanOrEqual(most + 1)
    expect(started).toBeGreaterThanOrEqual(Math.min(most, concurrency))
    await results.return()
    await settle()
    expect(started).toBeLessThanOrEqual(most + 1)
  })

  test('tells a failure in its turn, and starts nothing after it', async () => {
    const { open, work } = workshop()
    const results = prefetch(upTo(100), work, 3)
    const first = results.next()
    await settle()
    open.get(2)?.reject(new Error('no'))
    await settle()
    expect([...open.keys()]).toEqual([1, 3])
    open.get(1)?.resolve()
    expect(await first).toEqual({ done: false, value: 'done 1' })
    await expect(results.next()).rejects.toThrow('no')
  })

  test('tells a failure to find out what is next after the results before it', async () => {
    let at = 0
    const next = () => {
      if (++at > 2) throw new Error('the ids are wrong')
      return at
    }
    const results = prefetch(next, async (question) => question, 4)
    expect([(await results.next()).value, (await results.next()).value]).toEqual([1, 2])
    await expect(results.next()).rejects.toThrow('the ids are wrong')
  })

  test('asks again for what is next when a result may have told of more', async () => {
    let known = 1
    let at = 0
    const results = prefetch(
      () => (at < known ? ++at : undefined),
      async (question) => {
        known = Math.min(5, question + 1)
        return question
      },
      4,
    )
    const all: number[] = []
    for await (const result of results) all.push(result)
    expect(all).toEqual([1, 2, 3, 4, 5])
  })

  test('gives a result while it still waits for the next question', async () => {
    const questions = [Promise.resolve(1), new Promise<number>(() => {})]
    const results = prefetch(
      () => questions.shift(),
      async (question) => question,
      4,
    )
    expect((await results.next()).value).toBe(1)
  })
})
