/** `--new` and `--changes` with `--out`: a mark moves only for a file that got its name. Needs `npm run build`. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { folderForEach } from '../../support/folder.ts'
import { type FullDisk, fullDisk } from '../../support/full-disk.ts'
import { kivaHere } from '../../support/here.ts'
import { type Started, startShell } from '../../support/process.ts'
import { closeServers, serveHttp } from '../../support/servers.ts'

const folder = folderForEach()
afterEach(closeServers)

interface Failure {
  readonly code: number
  /** The disk of the file; default: the folder of the test. */
  readonly disk?: () => Pick<FullDisk, 'folder' | 'before'>
  /** Called when page 3 is requested. Returns the status of its reply; `undefined`: there is none. */
  readonly atPage3?: (run: Started, out: string) => number | undefined
}

const failures: Readonly<Record<string, Failure>> = {
  'a page fails': { code: 6, atPage3: () => 500 },
  'the disk is full': { code: 3, disk: () => fullDisk(4) },
  'the run is interrupted': {
    code: 130,
    atPage3: ({ child }) => {
      child.kill('SIGINT')
      return undefined
    },
  },
  'the file cannot get its name': {
    code: 3,
    atPage3: (_, out) => {
      mkdirSync(out)
      return 200
    },
  },
}

const cases = ['--new', '--changes'].flatMap((kind) =>
  Object.entries(failures).map(([name, failure]) => [kind, name, failure] as const),
)

test.each(cases)('%s --out: if %s, the next run has all records', async (kind, _, failure) => {
  const { code, disk, atPage3 = () => 200 } = failure
  const place = disk?.() ?? { folder, before: '' }
  const out = join(place.folder, 'a.ndjson')
  let run: Started | undefined
  let isFailing = true
  const base = await serveHttp(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    const loans = Array.from({ length: 20 }, (_, at) => ({ id: 20 * page + at, use: 'maize '.repeat(20) }))
    const status = page === 3 && isFailing && run ? atPage3(run, out) : 200
    if (status)
      response
        .writeHead(status)
        .end(JSON.stringify({ paging: { page, total: 60, page_size: 20, pages: 3 }, loans }))
  })
  const env = { KIVA_STATE_DIR: join(folder, 'state') }
  const wordsFor = (path: string) => [
    ...['loans', 'newest', kind, '--all', '--out', path, '--overwrite', '--concurrency', '1'],
    ...['--base-url', base],
  ]
  run = startShell(`${place.before} exec $KIVA "$@"`, wordsFor(out), env)
  expect((await run.ended).code).toBe(code)
  expect(readdirSync(join(env.KIVA_STATE_DIR, 'marks'))).toEqual([])
  isFailing = false
  const whole = join(folder, 'whole.ndjson')
  expect((await kivaHere(wordsFor(whole), env)).code).toBe(0)
  expect(readFileSync(whole, 'utf8').trim().split('\n')).toHaveLength(60)
  expect((await kivaHere(wordsFor(whole), env)).code).toBe(0)
  expect(readFileSync(whole, 'utf8')).toBe('')
})

test.runIf(existsSync('/proc/self'))(
  'a state folder without write access is an error before any request',
  async () => {
    let requests = 0
    const base = await serveHttp((_, response) => {
      requests += 1
      response.end('{"loans":[{"id":1}]}')
    })
    const ended = (...words: readonly string[]) =>
      kivaHere(['loans', 'newest', ...words, '--base-url', base], { KIVA_STATE_DIR: '/proc/kiva' })
    for (const kind of ['--new', '--changes']) {
      const { code, stdout, stderr } = await ended(kind)
      expect([code, stdout, requests]).toEqual([3, '', 0])
      expect(JSON.parse(stderr).error.message).toBe('cannot create /proc/kiva: no such file or folder')
    }
    expect((await ended('--new', '--peek')).code).toBe(0)
  },
)
