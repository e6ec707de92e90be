/** ClickHouse, from the package chdb in KIVA_E2E_TOOLS. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { e2eTools } from './requirements.ts'

/** Prints the rows of each query as a line of JSON. */
const program = `
const { Session } = require(${JSON.stringify(join(e2eTools, 'node_modules/chdb'))})
const session = new Session()
for (const sql of process.argv.slice(1)) {
  const lines = String(session.query(sql, 'JSONEachRow')).trim().split('\\n').filter(Boolean)
  console.log('[' + lines.join(',') + ']')
}
session.cleanup()
`

/**
 * Returns the rows of each query, as parsed JSON. ClickHouse opens only files below `folder`. It runs in a process of its
 * own: its threads would keep this one alive.
 */
export function queryClickHouse(folder: string, ...queries: readonly string[]) {
  const printed = execFileSync(process.execPath, ['-e', program, ...queries], {
    cwd: folder,
    encoding: 'utf8',
    env: { TZ: 'UTC' },
    maxBuffer: 256 * 1024 * 1024,
  })
  return printed
    .trim()
    .split('\n')
    .map((line): readonly Record<string, unknown>[] => JSON.parse(line))
}
