/** What the mirror says on Node.js 20, which has no SQLite. Needs `npm run build`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerOf, callOf, linesOf } from '../mcp/session.ts'
import { folderForAll } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { hasSqlite, kiva as kivaThere } from '../support/process.ts'

const data = join(folderForAll(), 'data')
const env = { KIVA_DATA_DIR: data }

describe.runIf(!hasSqlite)('on Node.js 20', () => {
  test.each([
    'mirror info',
    'mirror import -',
    'mirror clear --yes',
    'mirror export --out lake',
    '--sandbox mirror pull',
    'sql',
    '--mirror loans newest',
    'sandbox --mirror --port 0',
  ])('kiva %s names both ways out', async (line) => {
    const { code, stdout, stderr } = await kiva(line.split(' '), env)
    expect([code, stdout]).toEqual([3, ''])
    const { error } = JSON.parse(stderr)
    expect(error.message).toMatch(/^the mirror needs SQLite, which Node\.js 20\.\d+\.\d+ does not have$/)
    expect(error.hint).toMatch(/Node\.js 22\.16 or later.*executable/)
    expect(existsSync(data)).toBe(false)
  })

  // The tool starts a process as it was started itself.
  test('the tool sql of kiva mcp says what is missing', async () => {
    const calls = linesOf('2026-07-28', [callOf('sql', { statement: 'SELECT 1' })])
    const { code, stdout, stderr } = await kivaThere(['mcp', '--mirror'], env, calls)
    expect([code, stderr]).toEqual([0, ''])
    expect(answerOf(JSON.parse(stdout))['error']).toMatchObject({
      kind: 'config',
      message: expect.stringMatching(/^the mirror needs SQLite/),
    })
  })
})
