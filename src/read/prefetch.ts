/** Work on a row of things, several at once, its results in the order of the row. */

/** What is to be worked on next; `undefined` when there is nothing for now: what is finished later may change that. */
export type Next<Q> = () => Promise<Q | undefined> | Q | undefined

/**
 * Works on what `next` gives, at most `concurrency` at once, and starts less than twice as many ahead of what is taken:
 * who takes slowly holds it up. A failure is thrown in its turn, after the results before it, and nothing is started
 * after one.
 */
export async function* prefetch<Q, R>(
  next: Next<Q>,
  work: (question: Q) => Promise<R>,
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
    // Its failure is told when its turn comes.
    result.catch(() => {
      ended = true
    })
  }
  const start = async (question: Q) => {
    busy += 1
    try {
      return await work(question)
    } finally {
      busy -= 1
      // Not before the result is known to who waits for it.
      queueMicrotask(fill)
    }
  }
  const hasRoom = () => !ended && busy < concurrency && waiting.length < 2 * concurrency - 1
  const startAll = async () => {
    while (hasRoom()) {
      const question = await next()
      if (question === undefined || ended) return
      wait(start(question))
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
        // What is next may be long in coming: the first of several is enough to go on.
        const one = new Promise<void>((resolve) => {
          onWaiting = resolve
        })
        await Promise.race([filled, one])
        // It may have asked before the last result was known.
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
