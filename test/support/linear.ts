import { countSteps } from './steps.ts'

/**
 * Throws if four times as much input takes more than six times as many steps. Quadratic work takes sixteen
 * times as many. Steps depend only on the input, so a busy machine changes nothing. For tests in
 * `test/linear`: each file there has its own process, in which nothing is compiled before the count begins.
 */
export async function expectLinear(size: number, work: (size: number) => unknown): Promise<void> {
  // The first run loads modules.
  await work(size)
  const small = await countSteps(() => work(size))
  const large = await countSteps(() => work(4 * size))
  if (small === 0) throw new Error('no step was counted')
  if (large > 6 * small) throw new Error(`${small} steps for ${size}, but ${large} for four times as much`)
}
