/**
 * Throws where work on four times as much takes far more than four times as long. Both are measured in the same run,
 * and the best of some rounds counts: a machine that is busy with something else is no failure. Quadratic work takes
 * sixteen times as long.
 */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  // The first time pays for compiling.
  await work(size)
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 8; round++) {
    small = Math.min(small, await millisecondsOf(() => work(size)))
    large = Math.min(large, await millisecondsOf(() => work(4 * size)))
    if (large <= 8 * small + 2) return
  }
  throw new Error(`${small.toFixed(1)} ms for ${size}, but ${large.toFixed(1)} ms for four times as much`)
}

async function millisecondsOf(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
