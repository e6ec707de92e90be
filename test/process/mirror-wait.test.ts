/** Runs that find another run at the mirror or a lake: `--wait`, and the code of the error. Needs `npm run build`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { kivaHere } from '../support/here.ts'
import { hasSqlite, kiva, start } from '../support/process.ts'

const folder = folderForAll()

const loan = JSON.stringify({ id: 8, terms: {} })

describe.runIf(hasSqlite).each([
  ['mirror import -', 'mirror.sqlite'],
  ['--sandbox mirror pull --requests 1', 'mirror.sqlite'],
  ['mirror export --out lake', 'lake/kiva'],
])('kiva %s beside another run', (line, locked) => {
  const name = line.replaceAll(/\W+/g, '-')
  const data = join(folder, name)
  const env = { KIVA_DATA_DIR: data }
  const words = line.replace('lake', join(data, 'lake')).split(' ')
  const lock = join(data, `${locked}.lock`)

  /** Locks as another run would: the process of this test. */
  async function hold() {
    const origin = line.startsWith('--sandbox') ? ['--sandbox'] : []
    const { code } = await kivaHere([...origin, 'mirror', 'import', '-'], env, loan)
    expect(code).toBe(0)
    mkdirSync(join(data, 'lake'), { recursive: true })
    writeFileSync(lock, `${process.pid} ${hostname()} \n`)
  }

  test('fails with a code of its own, at once or after --wait', async () => {
    await hold()
    for (const more of [[], ['--wait', '1s']]) {
      const { code, stdout, stderr } = await kivaHere([...words, '-o', 'json', ...more], env, loan)
      const lines = stderr.trim().split('\n')
      expect([code, stdout, lines.length]).toEqual([3, '', more.length === 0 ? 1 : 2])
      expect(JSON.parse(lines.at(-1) ?? '').error).toMatchObject({
        kind: 'config',
        code: 'locked',
        exit_code: 3,
      })
    }
    rmSync(lock)
  })

  test('with --wait, it goes on once the other run has ended', async () => {
    await hold()
    const { told, ended } = start([...words, '--wait', '10m'], env, loan)
    await told(/^Another run is active\. Waiting for at most 10m until it ends\.\n$/)
    rmSync(lock)
    expect((await ended).code).toBe(0)
  })

  test('Ctrl-C ends the waiting', async () => {
    await hold()
    const { child, told, ended } = start([...words, '--wait', '10m'], env, loan)
    await told(/Waiting/)
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    rmSync(lock)
  })
})

test.runIf(hasSqlite)('--wait needs a duration', async () => {
  const { code, stderr } = await kiva(['mirror', 'pull', '--wait', 'long', '-o', 'json'])
  expect([code, JSON.parse(stderr).error.message]).toEqual([
    2,
    expect.stringContaining('invalid value "long" for --wait'),
  ])
})
