/** `kiva today` of the built tool: on a real disk, twice at once, and against a service with faults. Needs `npm run build`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { serveSandbox } from '../support/process.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
const env = { KIVA_STATE_DIR: folder, KIVA_SANDBOX: '1' }

const run = (line: string, more: Record<string, string> = env) => kiva(line.split(' '), more)
const marks = () => readdirSync(join(folder, 'today'))

async function prepare(): Promise<void> {
  await run('saved add fresh -- loans newest --limit 30')
  await run('saved add groups -- teams search')
  await run('shortlist add spring 2100001 2101987 107')
}

test('two looks at once both end whole, and the next one finds nothing new', async () => {
  await prepare()
  const both = await Promise.all([run('today'), run('today')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const looks = both.map(({ stdout }) => JSON.parse(stdout).saved)
  // A later look ends at a page of known records.
  for (const saved of looks)
    for (const [at, whole] of [30, 51].entries())
      expect(saved[at]).toMatchObject(saved[at].first_look ? { read: whole } : { ended: 'known', new: 0 })
  // On a busy machine one may end before the other begins.
  expect(both.some(({ stdout }) => JSON.parse(stdout).first_look)).toBe(true)
  expect(readdirSync(folder)).toEqual([
    'saved-lines.txt',
    'saved-names.txt',
    'saved.json',
    'shortlists',
    'today',
  ])
  expect(marks()).toHaveLength(4)
  const { stdout } = await run('today')
  expect(JSON.parse(stdout)).toMatchObject({
    first_look: false,
    saved: [{ new: 0 }, { new: 0 }],
    portfolio: { first_look: false, changes: [] },
  })
})

test('a service with errors: parts fail alone, and only the others have marks', async () => {
  await prepare()
  const sandbox = await serveSandbox(['--http', '--fault', 'server-error'])
  const served = { ...sandbox.env, KIVA_STATE_DIR: folder, KIVA_RETRIES: '0', KIVA_LENDER: 'robin1001' }
  const { code, stdout } = await run('today', served)
  await sandbox.stop()
  const { saved, shortlists, portfolio } = JSON.parse(stdout)
  const parts: readonly object[] = [...saved, shortlists, portfolio]
  const failed = parts.filter((part) => 'error' in part)
  expect(code).toBe(9)
  expect(failed.length).toBeGreaterThan(0)
  expect(marks()).toHaveLength(parts.length - failed.length)
})

test('without a state folder, without a network, it says how to begin', async () => {
  const nowhere = {
    KIVA_STATE_DIR: folder,
    KIVA_BASE_URL: 'http://127.0.0.1:9',
    KIVA_AUTH_URL: 'http://127.0.0.1:9',
  }
  const { code, stdout } = await run('today -o table', nowhere)
  expect([code, stdout.includes('Begin with any of these')]).toEqual([0, true])
  expect(readdirSync(root)).toEqual([])
})

test('a state folder that cannot be made is an error before anything is sent, except with --peek', async () => {
  const readOnly = { ...env, KIVA_STATE_DIR: '/proc/none/kiva' }
  const { code, stdout, stderr } = await run('today', readOnly)
  expect([code, stdout, JSON.parse(stderr).error.hint]).toEqual([3, '', expect.stringContaining('--peek')])
  expect((await run('today --peek', readOnly)).code).toBe(0)
})

test('the month is that of UTC, wherever the machine is', async () => {
  const now = new Date()
  // At the end of a month it is the next one in the east; at its start it is the former one in the west.
  const isLate = now.getUTCHours() >= 11
  const [zone, date] = isLate ? ['Pacific/Kiritimati', 0] : ['Etc/GMT+12', 1]
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, date, now.getUTCHours())
  const days = Math.round((then - now.getTime()) / 86_400_000)
  const { stdout } = await run(`today --peek --day ${days}`, { ...env, TZ: zone })
  const { as_of, repayments } = JSON.parse(stdout)
  expect(repayments.month).toBe(as_of.slice(0, 7))
  const local = new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit' })
  expect(local.format(new Date(as_of))).not.toBe(as_of.slice(0, 7))
})
