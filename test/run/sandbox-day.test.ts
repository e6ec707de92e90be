/** `--day`: the sandbox N days later, as a user sees it. */
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { startSandbox } from '../support/sandbox.ts'

const show = (...words: readonly string[]) => ['loans', 'show', '2100001', ...words]

describe('kiva --sandbox --day N', () => {
  test('shows the same loan later, and its times from that day', async () => {
    const start = await run(['--sandbox', ...show()], { terminal: 100 })
    expect(start.stdout).toMatch(/20 days left/)
    const later = await run(['--sandbox', '--day', '3', ...show()], { terminal: 100 })
    expect(later.stdout).toMatch(/17 days left/)
    expect(later.stdout).toContain("Amina's Group")
    const funded = JSON.parse((await run(['--sandbox', '--day', '6', ...show('-o', 'json')])).stdout)
    expect(funded).toMatchObject([{ id: 2100001, status: 'funded', funded_amount: 2500 }])
  })

  test('KIVA_SANDBOX_DAY does the same, the flag beats it, and neither changes another service', async () => {
    const env = { KIVA_SANDBOX: '1', KIVA_SANDBOX_DAY: '6' }
    const status = async (words: readonly string[]) =>
      JSON.parse((await run([...words, '-o', 'json'], { env })).stdout)[0].status
    expect(await status(show())).toBe('funded')
    expect(await status(show('--day', '0'))).toBe('fundraising')
    const { code, requests } = await run(show('--dry-run', '--no-sandbox'), { env })
    expect([code, requests]).toEqual([0, []])
  })

  test('the next commands of a table keep the day', async () => {
    const { stdout } = await run(['--sandbox', '--day', '6', ...show()], { terminal: 100 })
    expect(stdout).toContain('kiva --sandbox --day 6 ')
  })

  test.each([
    [['--day', '3'], {}, '--day requires --sandbox'],
    [['--sandbox', '--day', '-1'], {}, 'for --day: expected a whole number from 0 to 1000'],
    [['--sandbox', '--day', '1001'], {}, 'for --day: expected a whole number from 0 to 1000'],
    [['--sandbox'], { KIVA_SANDBOX_DAY: 'soon' }, 'for KIVA_SANDBOX_DAY: expected a whole number'],
  ])('%j %j is a usage error', async (flags, env, words) => {
    const { code, stderr, requests } = await run(['loans', 'newest', ...flags], { env })
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain(words)
  })

  test('a login and a signed request work on a later day, by the real clock', async () => {
    const { code, stderr } = await run(['--sandbox', '--day', '30', 'my', 'account', '-v'])
    // Nobody is logged in: what matters is that no clock is corrected.
    expect(code).toBe(4)
    expect(stderr).not.toContain('clock')
  })
})

test('kiva sandbox --day N serves that day, and tells it to clients', async () => {
  const today = await startSandbox(['--http'])
  const later = await startSandbox(['--http', '--day', '6'])
  const status = async (words: readonly string[], { options }: typeof today) =>
    JSON.parse((await run([...words, '-o', 'json'], options)).stdout)[0].status
  try {
    expect(await status(show(), today)).toBe('fundraising')
    expect(await status(show(), later)).toBe('funded')
    expect((later as unknown as { readonly day: number }).day).toBe(6)
    expect(today).not.toHaveProperty('day')
    const env = { ...later.options.env, KIVA_SANDBOX_DAY: '6' }
    const { stdout } = await run(['loans', 'newest', '--limit', '3'], {
      ...later.options,
      env,
      terminal: 100,
    })
    expect(stdout).toMatch(/ \d+d\b/)
  } finally {
    await today.stop()
    await later.stop()
  }
})
