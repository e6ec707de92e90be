/** What a session prints and writes at its end. */
import { describe, expect, test } from 'vitest'
import { openSession } from './session.ts'

const sandbox = { KIVA_SANDBOX: '1' }
const start = (...argv: readonly string[]) => openSession({ argv: ['explore', ...argv], env: sandbox })

describe('keys after the end', () => {
  test.each([
    { typed: '\rq', code: 0, prints: /^\d+\n$/ },
    { typed: 'qp', code: 130, prints: /^$/ },
  ])('are not applied: $typed', async ({ typed, code, prints }) => {
    const session = await start('--print', 'ids', 'loans', 'newest')
    session.send(typed)
    const ran = await session.end()
    expect([ran.code, ran.stdout]).toEqual([code, expect.stringMatching(prints)])
  })

  test('a closed terminal cancels a session with --print', async () => {
    const session = await start('--print', 'ids', 'loans', 'newest')
    session.terminal.hangUp()
    expect((await session.end()).code).toBe(130)
  })
})
