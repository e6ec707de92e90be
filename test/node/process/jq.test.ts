import { expect, test } from 'vitest'
import { openJq } from '../../../src/node/process/jq.ts'

test('every call fails once the thread has ended', async () => {
  // Only the folder of the build has the worker script, so the worker cannot start.
  const jq = openJq(import.meta.dirname, new AbortController().signal)
  const ask = () => jq('.', '', { slurp: false, variables: [] })
  await expect(ask()).rejects.toThrow('jq stopped unexpectedly')
  await expect(ask()).rejects.toThrow('jq stopped unexpectedly')
})
