/** Processes a sequence with several tasks at once, and yields the results in order. */

/** Returns the next input, or `undefined` if there is none for now: a finished task may add more. */
type Next<Q> = () => Promise<Q | undefined> | Q | undefined

/**
 * Processes the inputs of `next`, at most `concurrency` at once, and keeps fewer than twice as many results
 * ahead of the consumer, so a slow consumer slows it down. A failure is thrown in order, after the results
 * before it, and stops further tasks from starting.
 */
export async function* prefetch<Q, R>(
  next: Next<Q>,
  work: (input: Q) => Promise<R>,
  concurrency: number,
): AsyncGenerator<R, void> {
  const waiting: Promise<R>[] = []
  let busy = 0
  let ended = false
  let filling: Promise<void> | undefined
  let onWaiting = () => {}

  const wait = (result: Promise<R>) => {
    waiting.push(result)
    onWaiting()
    // The failure is reported in order.
    result.catch(() => {
      ended = true
    })
  }
  const start = async (input: Q) => {
    busy += 1
    try {
      return await work(input)
    } finally {
      busy -= 1
      // Deferred, so that this result settles before `next` runs again.
      queueMicrotask(fill)
    }
  }
  const hasRoom = () => !ended && busy < concurrency && waiting.length < 2 * concurrency - 1
  const startAll = async () => {
    while (hasRoom()) {
      const input = await next()
      if (input === undefined || ended) return
      wait(start(input))
    }
  }
  const fill = () => {
    filling ??= startAll()
      .catch((cause) => wait(Promise.reject(cause)))
      .finally(() => {
        filling = undefined
      })
    return filling
  }

  try {
    for (;;) {
      const filled = fill()
      if (waiting.length === 0) {
        // The next input may take long, so one pending task is enough to continue.
        const pending = new Promise<void>((resolve) => {
          onWaiting = resolve
        })
        await Promise.race([filled, pending])
        // `next` may have run before the last result was known.
        if (waiting.length === 0) await fill()
      }
      const [first] = waiting
      if (first === undefined) return
      const result = await first
      waiting.shift()
      yield result
    }
  } finally {
    ended = true
  }
}
