import { expect, test } from 'vitest'
import { memoryTerminal } from '../harness/memory-terminal.ts'
import { run } from '../harness.ts'
import { serviceOf } from './session.ts'

/** Starts a session on a terminal where this was typed before. */
function startAfter(text: string, ...options: readonly string[]) {
  const terminal = memoryTerminal({ columns: 80, rows: 24 })
  terminal.type(text)
  const ran = run(['explore', ...options], { rawTerminal: terminal, send: serviceOf() })
  return { terminal, ran }
}

test('keys that were typed before the first frame are answered in their order', async () => {
  const { terminal, ran } = startAfter('/maize')
  await expect.poll(terminal.written, { timeout: 55_000 }).toContain('filter maize')
  terminal.type('\rq')
  expect((await ran).code).toBe(0)
})

test('q typed before the first frame ends the session', async () => {
  expect((await startAfter('q').ran).code).toBe(0)
})

test('without a mirror, --mirror fails as in other commands, and nothing is drawn', async () => {
  const { terminal, ran } = startAfter('q', '--mirror')
  const { code, stderr } = await ran
  expect([code, stderr]).toEqual([3, (await run(['loans', 'search', '--mirror'])).stderr])
  expect(terminal.written()).toBe('')
})

test('a lone Esc typed before the first frame is a key', async () => {
  expect((await startAfter('\x1b', '--print', 'ids').ran).code).toBe(130)
})
