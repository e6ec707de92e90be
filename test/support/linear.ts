/** Milliseconds that this process has worked: while another one has the processor, none go by. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Throws where work on four times as much takes far more than four times as long. Both are measured in the same run,
 * and the best of some rounds counts: a machine that is busy with something else is no failure. Quadratic work takes
 * sixteen times as long.
 */
export async function expectLinear(
  size: number,
  work: (size: number) => unknown,
  clock: () => number = processorTime,
): Promise<void> {
  const best = async (times: number, much: number) => {
    let least = Number.POSITIVE_INFINITY
    for (let time = 0; time < times; time++) {
      const started = clock()
      await work(much)
      least = Math.min(least, clock() - started)
    }
    return least
  }
  // The first time pays for compiling.
  await work(size)
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 20; round++) {
    // A measure of the small one that was too long would hide what is looked for.
    small = Math.min(small, await best(3, size))
    large = Math.min(large, await best(1, 4 * size))
    if (large <= 8 * small + 2) return
  }
  throw new Error(`${small.toFixed(1)} ms for ${size}, but ${large.toFixed(1)} ms for four times as much`)
}
