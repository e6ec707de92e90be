import { expect, test } from 'vitest'
import { expectLinear } from './linear.ts'

/** Work of so many steps. */
function steps(count: number): number {
  let sum = 0
  for (let step = 0; step < count; step++) sum = (sum * 31 + step) % 1_000_003
  return sum
}

test('work that grows with its size is fine', async () => {
  await expectLinear(200_000, steps)
})

test('quadratic work is seen', async () => {
  await expect(expectLinear(400, (size) => steps(size * size))).rejects.toThrow(
    / ms for 400, but .* ms for four times as much$/,
  )
})
