import { expect, test } from 'vitest'
import { sourceWords } from '../../../src/output/words/source.ts'

test.each([
  [{ mirror: false, isMadeUp: false }, undefined, undefined],
  [{ mirror: false, isMadeUp: true }, 'Sandbox data (made up)', 'sandbox'],
  [{ mirror: true, isMadeUp: false }, 'From the mirror, read 3h ago', 'mirror, read 3h ago'],
  [{ mirror: true, isMadeUp: true }, 'From the mirror, read 3h ago, made up', 'mirror, read 3h ago, made up'],
])('%o is told as %s', (settings, alone, beside) => {
  const words = sourceWords(settings, 3 * 3_600_000)
  expect([words?.alone, words?.beside]).toEqual([alone, beside])
})
