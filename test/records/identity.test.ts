/** What earlier versions saved is found again: the identity of a run in its checkpoint, and the name of its mark. */
import { expect, test } from 'vitest'
import runs from '../fixtures/runs-of-before.json' with { type: 'json' }
import { run } from '../harness.ts'

/** Lines that kiva at commit 35384aa7 ran against the sandbox, and what it saved. */
const lines: readonly {
  readonly line: string
  readonly checkpoint?: object
  readonly mark?: string
}[] = runs

test.each(lines)('kiva $line', async ({ line, checkpoint, mark }) => {
  const state = new Map([['shortlists/spring.txt', '2100003\n2100004\n']])
  const folder = new Map<string, string>()
  const env = { KIVA_SANDBOX: '1', KIVA_LENDER: 'robin1001', KIVA_APP_ID: 'org.example' }
  const saving = checkpoint ? ['--out', 'out', '--checkpoint', 'saved'] : []
  const { code, stderr } = await run([...line.split(' '), ...saving], { env, state, folder })
  expect(code, stderr).toBe(0)
  if (checkpoint) expect(JSON.parse(folder.get('saved') ?? '{}').command).toEqual(checkpoint)
  else expect([...state.keys()]).toContain(`marks/${mark}`)
})
