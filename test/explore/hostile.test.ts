/** Hostile text in a session's rows is printed and exported as the command does it. */
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { openSession, serviceOf } from './session.ts'

describe('hostile text', () => {
  const options = { send: serviceOf({ faults: ['hostile-text'], loans: 300 }) }
  const argv = ['partners', 'list']

  test('is printed as the command prints it', async () => {
    const session = await openSession({ argv: ['explore', '--print', 'ndjson', ...argv], ...options })
    await session.press('space', 'space', 'space', 'enter')
    const { stdout } = await session.end()
    expect(stdout).toBe((await run([...argv, '--limit', '3', '-o', 'ndjson'], options)).stdout)
    expect(stdout).toMatch(/\\u/)
  })

  test.each(['csv', 'tsv', 'json', 'jsonl', 'xml', 'yaml', 'parquet'])(
    'is exported as the command exports it to .%s',
    async (ending) => {
      const folder = new Map<string, string>()
      const session = await openSession({ argv: ['explore', ...argv], ...options, folder })
      await session.press('x', 'ctrl-u', `rows.${ending}`, 'enter')
      await session.until('records written to')
      const [, count = ''] = /(\d+) records written to/.exec((await session.screen()).join('\n')) ?? []
      await session.end()
      const saved = new Map<string, string>()
      await run([...argv, '--limit', count, '--out', `rows.${ending}`], { ...options, folder: saved })
      // The difference would be unreadable.
      expect(folder.get(`rows.${ending}`) === saved.get(`rows.${ending}`)).toBe(true)
    },
  )
})
