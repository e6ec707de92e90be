import { expect, test } from 'vitest'
import { expectLinear } from './linear.ts'

/** Work that takes so many milliseconds, by a clock of its own; now and then the machine does something else. */
function working(millisecondsFor: (size: number) => number) {
  let [now, times] = [0, 0]
  const work = (size: number) => {
    now += millisecondsFor(size) + (times++ % 3 === 0 ? 500 : 0)
  }
  return [work, () => now] as const
}

test('work that grows with its size is fine', async () => {
  await expectLinear(100, ...working((size) => size / 10))
})

test('quadratic work is seen', async () => {
  await expect(expectLinear(100, ...working((size) => size ** 2 / 1000))).rejects.toThrow(
    '10.0 ms for 100, but 160.0 ms for four times as much',
  )
})
