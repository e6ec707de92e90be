import { describe, expect, test } from 'vitest'
import type { FaultName } from '../../src/commands/actions/sandbox.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { run } from '../harness.ts'
import { openSandbox } from './open.ts'

/** Runs a command against a sandbox in this process, with the given faults. */
const meeting = (...faults: readonly FaultName[]) =>
  run(['loans', 'newest', '-o', 'json'], { send: sendTo(openSandbox({ loans: 60, faults }).handle) })

describe('a run with a sandbox in the same process', () => {
  test.each(['cut', 'reset', 'reset-body', 'huge-body', 'gzip-bomb', 'wrong-encoding'] as const)(
    'reports %s as a network error',
    async (fault) => {
      const { code, stdout, stderr } = await meeting(fault)
      expect([code, stdout]).toEqual([7, ''])
      expect(stderr).toContain('the sandbox closed the connection before the response was complete')
    },
  )

  test.each([
    ['maintenance', 6],
    ['redirect', 7],
    ['deep-json', 1],
    ['wrong-charset', 1],
  ] as const)('reports %s as over a network', async (fault, code) => {
    expect(await meeting(fault)).toMatchObject({ code, stdout: '' })
  })

  test('ignores drip and wrong-content-type', async () => {
    const well = await meeting()
    expect(JSON.parse(well.stdout)).not.toEqual([])
    expect(await meeting('drip', 'wrong-content-type')).toMatchObject({ code: 0, stdout: well.stdout })
  })
})

test('HEAD has no body, and an aborted signal rejects the request', async () => {
  const send = sendTo(openSandbox({ loans: 60 }).handle)
  const request = { method: 'HEAD', url: 'https://sandbox.test/v1/methods.json', headers: {} }
  const reply = await send(request, new AbortController().signal)
  expect([reply.status, reply.body.length]).toEqual([200, 0])
  await expect(send(request, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
})
