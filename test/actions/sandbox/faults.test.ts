import { describe, expect, test } from 'vitest'
import { readFaults } from '../../../src/actions/sandbox/faults.ts'
import { run } from '../../harness.ts'

describe('values of --fault', () => {
  test('accepts names and probabilities, and the last value of a name wins', () => {
    const fault = ['slow', 'cut=0.05', 'reset=.5', 'cut=1']
    expect(readFaults({ fault })).toEqual({
      faults: ['slow', { name: 'cut', probability: 1 }, { name: 'reset', probability: 0.5 }],
      faultSeed: 1,
      expired: false,
    })
  })

  test('the seed is --fault-seed, or else the seed of the marketplace', () => {
    expect(readFaults({ fault_seed: 7, seed: 3 }).faultSeed).toBe(7)
    expect(readFaults({ seed: 3 }).faultSeed).toBe(3)
  })

  test.each(['expired-certificate', 'expired-certificate=1'])('%s applies at the start', (fault) => {
    expect(readFaults({ fault: [fault] }).expired).toBe(true)
  })
})

describe('an invalid --fault is a usage error', () => {
  const failing = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await run(['sandbox', '-o', 'json', ...words])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    return JSON.parse(stderr).error
  }

  test.each(['2', '0', '-0.1', '1.01', '', '5%', 'often', '1e-1', '0x1', 'NaN', '0.1=0.2'])(
    'cut=%s: not a probability',
    async (share) => {
      const { message, hint } = await failing('--fault', `cut=${share}`)
      expect(message).toBe(
        `invalid value "cut=${share}" for --fault: expected a probability above 0 and at most 1`,
      )
      expect(hint).toBe('Example: cut=0.05 for one request in twenty.')
    },
  )

  test('an unknown name gets a suggestion, or else the list of names', async () => {
    const { message, hint } = await failing('--fault', 'drop,gzipbomb=0.1')
    expect(message).toBe('invalid value "drop" for --fault')
    expect((await failing('--fault', 'gzipbomb=0.1')).hint).toContain('Did you mean "gzip-bomb"?')
    expect(hint).toContain('wrong-charset')
  })

  test('expired-certificate with a probability or with --http', async () => {
    expect((await failing('--fault', 'expired-certificate=0.5')).message).toContain('made once, at the start')
    expect((await failing('--http', '--fault', 'expired-certificate')).hint).toContain('--http')
  })

  test('a seed that is not a number', async () => {
    expect((await failing('--fault-seed', 'x')).message).toContain(
      'invalid value "x" for --fault-seed: expected a whole number',
    )
  })
})
