/** The built tool as a real process between real pipes. Needs `npm run build`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kivaHere } from '../support/here.ts'
import { kiva, shell } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'
import { closeServers, serveHttp } from '../support/servers.ts'

let sandbox: RunningSandbox
let base: readonly string[]
beforeAll(async () => {
  sandbox = await startSandbox(['--http'])
  base = ['--base-url', sandbox.base_url]
})
afterAll(() => sandbox.stop())

const allIds = Array.from({ length: 2000 }, (_, at) => `${2100001 + at}\n`).join('')
const silent = { stdout: '', stderr: '' }

test('kiva exits with 0 if its reader closes after one line', async () => {
  const line =
    '(seq 2100001 2102000 | $KIVA loans show - -o ndjson --base-url $1; echo "code $?" >&2) | head -1'
  const { stdout, stderr } = await shell(line, [sandbox.base_url])
  expect(JSON.parse(stdout).id).toBe(2100001)
  expect(stderr).toBe('code 0\n')
})

test('2000 records, more than 3 MiB, reach a reader that starts late', async () => {
  const line =
    '(seq 2100001 2102000 | $KIVA loans show - -o ndjson --base-url $1; echo "code $?" >&2) | (sleep 2; cat)'
  const { stdout, stderr } = await shell(line, [sandbox.base_url])
  expect(stderr).toBe('code 0\n')
  expect(stdout.length).toBeGreaterThan(3 * 1024 * 1024)
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text).id)
  expect(ids).toEqual(Array.from({ length: 2000 }, (_, at) => 2100001 + at))
})

test('2000 ids make one JSON document', async () => {
  const { code, stdout, stderr } = await kivaHere(['loans', 'show', '-', '-o', 'json', ...base], {}, allIds)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toHaveLength(2000)
})

test('12 500 ids in one argument of 100 kB are read in order', async () => {
  // A minimal service, because the test is about the long argument and not about the sandbox.
  const few = await serveHttp(({ url = '' }, response) => {
    const asked = /\/loans\/([\d,]+)\.json/.exec(decodeURIComponent(url))?.[1]?.split(',') ?? []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ loans: asked.map((id) => ({ id: Number(id) })) }))
  })
  const ids = Array.from({ length: 12_500 }, (_, at) => 2100001 + at)
  const { code, stdout, stderr } = await kiva([
    ...['loans', 'show', ids.join(), '-o', 'ndjson', '--base-url', few],
  ])
  await closeServers()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.trimEnd().split('\n')).toEqual(ids.map((id) => `{"id":${id}}`))
})

test.each([
  ['stdin', '<&-', 0],
  ['stderr', '2>&-', 0],
  ['stdout', '>&-', 0],
  ['all', '<&- >&- 2>&-', 0],
])('kiva exits with 0 if closed at the start: %s', async (_, redirections, code) => {
  const ended = await shell(`$KIVA loans newest -o ndjson --base-url $1 ${redirections}`, [sandbox.base_url])
  expect(ended.code).toBe(code)
  expect(ended.stdout === '').toBe(redirections.includes('>&- ') || redirections === '>&-')
})

test('a closed stdin in place of ids ends in exit code 2', async () => {
  const ended = await shell('$KIVA loans show - --base-url $1 <&-', [sandbox.base_url])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
})

test('a full stderr does not change the exit code', async () => {
  expect(await shell('$KIVA loans search --nonsense 2>/dev/full')).toEqual({ code: 2, ...silent })
})

test('a lender id of emoji or invalid UTF-8 ends in exit code 5', async () => {
  const emoji = await kivaHere(['lenders', 'show', '👩‍👩‍👧', '-o', 'table', ...base])
  expect(emoji).toMatchObject({ code: 5, stdout: '' })
  expect(emoji.stderr).toContain('lender 👩‍👩‍👧 not found')
  const broken = await shell(`$KIVA lenders show "$(printf '\\377\\376')" -o table --base-url $1`, [
    sandbox.base_url,
  ])
  expect(broken.code).toBe(5)
})

test.each([
  { words: ['loans', 'show', '-'], letter: '7', code: 2 },
  { words: ['lenders', 'show', '-'], letter: '/', code: 2 },
])('the error for an id of 10 MB stays below 1000 characters: $words', async ({ words, letter, code }) => {
  const ended = await kiva([...words, '-o', 'table', ...base], {}, letter.repeat(10_000_000))
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr.length).toBeLessThan(1000)
})

test('an id with a NUL is refused and quoted with U+FFFD', async () => {
  const ended = await kivaHere(['lenders', 'show', '-', '-o', 'table', ...base], {}, 'a\0b\n')
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain('"a\ufffdb"')
})

test.each([
  { words: ['loans', 'show', '--', '2100001'], ids: [2100001] },
  { words: ['loans', 'show', ' 2100001, 2100002 '], ids: [2100001, 2100002] },
  { words: ['loans', 'show', '2100001', '-o', 'table', '-o', 'ndjson'], ids: [2100001] },
])('$words prints its loans', async ({ words, ids }) => {
  const before = words.includes('--') ? ['-o', 'ndjson', ...base] : []
  const after = words.includes('--') ? [] : ['-o', 'ndjson', ...base]
  const ended = await kivaHere([...words.slice(0, 2), ...before, ...words.slice(2), ...after])
  const found = ended.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect({ code: ended.code, found }).toEqual({ code: 0, found: ids })
})

test.each([
  [['loans', 'newest', '-o']],
  [['loans', 'newest', '-o', '']],
  [['loans', 'newest', '--limit', '-1']],
  [['loans', 'show', '']],
  [['loans', 'show', ',,,']],
  [['loans', 'show', '--', '-5']],
  [['']],
])('%j is a usage error', async (words) => {
  const ended = await kivaHere(words)
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 2, stdout: '' })
  expect(JSON.parse(ended.stderr).error).toMatchObject({ kind: 'usage', exit_code: 2 })
})

test.each([1, 20, 80])('no line of a table is longer than a terminal of %i columns', async (columns) => {
  // On a slow machine, stderr would say in between that kiva waits.
  const line = `script -qec 'stty cols ${columns}; $KIVA loans newest --color never --no-plain --base-url '$1' 2> /dev/null' /dev/null`
  const { stdout } = await shell(line, [sandbox.base_url], { TERM: 'dumb' })
  const [table = ''] = stdout.replaceAll('\r', '').split('\n\n')
  const lines = table.trimEnd().split('\n')
  expect(lines).toHaveLength(21)
  // The narrowest table has two columns with two spaces between them.
  for (const one of lines) expect([...one].length).toBeLessThanOrEqual(Math.max(columns, 4))
})

test('a dumb terminal gets text without escape sequences', async () => {
  const line = `script -qec "$KIVA loans newest --base-url $1" /dev/null`
  const { stdout } = await shell(line, [sandbox.base_url], { TERM: 'dumb' })
  expect(stdout).toMatch(/^Funded: /m)
  expect(stdout).not.toContain('\x1b')
})

test('without HOME only the commands that need the config folder fail', async () => {
  const env = { KIVA_CONFIG_DIR: '' }
  expect((await kivaHere(['loans', 'newest', ...base], env)).code).toBe(0)
  expect((await kivaHere(['--sandbox', 'releases', 'current'], env)).code).toBe(0)
  for (const words of [['my', 'account'], ['auth', 'status'], ['sandbox']]) {
    const ended = await kivaHere(words, env)
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 3, stdout: '' })
    expect(JSON.parse(ended.stderr).error.message).toBe('HOME is not set')
  }
})

/** Runs `$KIVA` with these words. The reader of its stderr closes the pipe before the run starts. */
async function unheard(words: string, env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kiva-test-'))
  const line = `mkfifo $2
    { (read go < $2; $KIVA ${words} 2>&1 >&3 3>&-; echo "code $?" >&4) | (exec <&-; echo go > $2); } 3>&1 4>&2`
  const ended = await shell(line, [sandbox.base_url, join(folder, 'go')], env)
  await rm(folder, { recursive: true })
  return ended
}

test.each(['json', 'ndjson', 'xml', 'table'])(
  '-o %s prints all records if stderr has no reader',
  async (format) => {
    const heard = await kivaHere(['loans', 'newest', '-o', format, ...base])
    expect(heard.stdout.length).toBeGreaterThan(1000)
    expect(await unheard(`loans newest -o ${format} -v --base-url $1`)).toEqual({
      code: 0,
      stdout: heard.stdout,
      stderr: 'code 0\n',
    })
  },
)

test.each([
  ['loans search --nonsense', 2],
  ['loans show 99 -v --base-url $1', 5],
  ['loans newest -v --base-url http://127.0.0.1:1', 7],
])('%s keeps its exit code if stderr has no reader', async (words, code) => {
  expect(await unheard(words)).toMatchObject({ stdout: '', stderr: `code ${code}\n` })
})

test('a full or closed stderr changes neither stdout nor the exit code', async () => {
  const heard = await kivaHere(['loans', 'newest', '-o', 'json', ...base])
  for (const redirection of ['2>/dev/full', '2>&-']) {
    const ended = await shell(`$KIVA loans newest -o json -v --base-url $1 ${redirection}`, [
      sandbox.base_url,
    ])
    expect(ended).toEqual({ code: 0, stdout: heard.stdout, stderr: '' })
  }
})
