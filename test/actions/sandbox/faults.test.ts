import { describe, expect, test } from 'vitest'
import { readFaults } from '../../../src/actions/sandbox/faults.ts'
import { run } from '../../harness.ts'

describe('what --fault says', () => {
  test('a name, a name with a probability, several; the last of one name counts', () => {
    const fault = ['slow', 'cut=0.05', 'reset=.5', 'cut=1']
    expect(readFaults({ fault })).toEqual({
      faults: ['slow', { name: 'cut', probability: 1 }, { name: 'reset', probability: 0.5 }],
      faultSeed: 1,
      expired: false,
    })
  })

  test('the seed is --fault-seed, else that of the marketplace', () => {
    expect(readFaults({ fault_seed: 7, seed: 3 }).faultSeed).toBe(7)
    expect(readFaults({ seed: 3 }).faultSeed).toBe(3)
  })

  test.each(['expired-certificate', 'expired-certificate=1'])('%s is for the start', (fault) => {
    expect(readFaults({ fault: [fault] }).expired).toBe(true)
  })
})

describe('a wrong --fault starts nothing', () => {
  const failing = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await run(['sandbox', '-o', 'json', ...words])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    return JSON.parse(stderr).error
  }

  test.each(['2', '0', '-0.1', '1.01', '', '5%', 'often', '1e-1', '0x1', 'NaN', '0.1=0.2'])(
    'cut=%s: no probability',
    async (share) => {
      const { message, hint } = await failing('--fault', `cut=${share}`)
      expect(message).toBe(`--fault cut=${share}: a probability is above 0 and at most 1`)
      expect(hint).toBe('Such as cut=0.05 for one request in twenty.')
    },
  )

  test('an unknown name is told with the nearest one', async () => {
    const { message, hint } = await failing('--fault', 'drop,gzipbomb=0.1')
    expect(message).toBe('--fault does not know "drop"')
    expect((await failing('--fault', 'gzipbomb=0.1')).hint).toContain('Did you mean "gzip-bomb"?')
    expect(hint).toContain('wrong-charset')
  })

  test('a certificate that is expired now and then, or without HTTPS', async () => {
    expect((await failing('--fault', 'expired-certificate=0.5')).message).toContain('made once, at the start')
    expect((await failing('--http', '--fault', 'expired-certificate')).hint).toContain('--http')
  })

  test('a seed that is no number', async () => {
    expect((await failing('--fault-seed', 'x')).message).toContain('--fault-seed takes a whole number')
  })
})
