/** The row `release` of `kiva doctor --network`. test/process/doctor.test.ts has it on real sockets. */
import { describe, expect, test } from 'vitest'
import { installing, isNewer } from '../../src/actions/doctor-release.ts'
import type { Send } from '../../src/core/http.ts'
import { homepage, version } from '../../src/core/version.ts'
import { jsonReply, type RunOptions, run, textReply } from '../harness.ts'

const isLatest = (url: string) => url.endsWith('/latest')

/** Answers like the API, and with this text where the newest release is asked for. */
const answering =
  (text: string): Send =>
  async ({ url }) =>
    isLatest(url) ? textReply(text) : jsonReply({ release: { id: 'x' } })

/** Returns the row, and the requests for the newest release. */
async function examine(words: readonly string[], options: RunOptions = {}) {
  const { code, stdout, requests } = await run(['doctor', '-o', 'json', ...words], {
    send: answering('99.0.0\n'),
    ...options,
  })
  const rows: readonly { readonly check: string }[] = JSON.parse(stdout)
  return {
    code,
    row: rows.find(({ check }) => check === 'release'),
    asked: requests.filter(({ url }) => isLatest(url)),
  }
}

describe('the newest release is asked for', () => {
  test('at the address in package.json, without credentials, and is a warning', async () => {
    const { code, row, asked } = await examine(['--network'])
    expect(code).toBe(0)
    expect(row).toEqual({
      check: 'release',
      state: 'warning',
      found: `99.0.0 is the newest, this is ${version}`,
      next: 'Run: npm install --global kiva@latest',
    })
    expect(asked).toEqual([
      {
        method: 'GET',
        url: `${homepage}releases/latest`,
        headers: { 'user-agent': `kiva-cli/${version}`, accept: 'text/plain, */*;q=0.1' },
        maxBytes: 64,
      },
    ])
  })

  test('only with --network, and never for the sandbox', async () => {
    for (const words of [[], ['--sandbox'], ['--sandbox', '--network']])
      expect(await examine(words)).toMatchObject({ row: undefined, asked: [] })
  })

  test('not with KIVA_RELEASES_URL=off', async () => {
    expect(await examine(['--network'], { env: { KIVA_RELEASES_URL: 'off' } })).toMatchObject({
      row: undefined,
      asked: [],
    })
  })

  test('not with --offline: then it is unknown', async () => {
    const { code, row, asked } = await examine(['--network', '--offline'])
    expect([code, asked]).toEqual([0, []])
    expect(row).toMatchObject({ state: 'ok', found: 'unknown: --offline sends nothing' })
  })

  test.each(['http://releases.example', 'ftp://127.0.0.1/', 'nowhere', 'file:///etc'])(
    'not at %s, which is not https',
    async (address) => {
      const { code, row, asked } = await examine(['--network'], { env: { KIVA_RELEASES_URL: address } })
      expect([code, asked]).toEqual([0, []])
      expect(row).toMatchObject({ state: 'ok', found: 'unknown: the address of the releases is not https' })
    },
  )

  test('at most four times, and only with https, if the address redirects', async () => {
    const to =
      (location: string): Send =>
      async (request, signal) =>
        isLatest(request.url) ? textReply('', 302, { location }) : answering('')(request, signal)
    const circle = await examine(['--network'], { send: to('/b/latest') })
    expect(circle.row).toMatchObject({ state: 'ok', found: 'unknown: more than 3 redirects' })
    expect(circle.asked.length).toBe(4)
    for (const location of [
      'http://releases.example/latest',
      'http://127.0.0.1/latest',
      'http://[::1]/latest',
    ]) {
      const plain = await examine(['--network'], { send: to(location) })
      expect(plain.row).toMatchObject({ found: 'unknown: the address of the releases is not https' })
      expect(plain.asked.length).toBe(1)
    }
    const env = { KIVA_RELEASES_URL: 'http://localhost' }
    const here = await examine(['--network'], { env, send: to('http://127.0.0.1/latest') })
    expect(here.asked.length).toBe(4)
  })
})

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.9.0', '0.10.0', false],
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '0.2.0-rc.1', true],
  ['0.2.0-rc.1', '0.2.0', false],
  ['0.2.0-rc.10', '0.2.0-rc.9', true],
  ['0.2.0-rc.1', '0.1.0', true],
])('%s is newer than %s: %s', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected)
})

const script = `curl -fsSL ${homepage}install.sh | sh`

test.each([
  ['/usr/lib/node_modules/kiva/bin/kiva.cjs', 'Run: npm install --global kiva@latest'],
  [
    'C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\kiva\\bin\\kiva.cjs',
    'Run: npm install --global kiva@latest',
  ],
  ['/home/ada/.npm/_npx/0a1b/node_modules/kiva/bin/kiva.cjs', 'Run: npx kiva@latest'],
  ['/opt/homebrew/Cellar/kiva/0.1.0/bin/kiva', 'Run: brew upgrade kiva'],
  ['/home/linuxbrew/.linuxbrew/Cellar/kiva/0.1.0/bin/kiva', 'Run: brew upgrade kiva'],
  ['C:\\Users\\ada\\scoop\\apps\\kiva\\0.1.0\\bin\\kiva.exe', 'Run: scoop update kiva'],
  [
    '/usr/bin/kiva',
    'Download https://r.example/9.0.0/kiva_9.0.0_amd64.deb, then run: sudo apt install ./kiva_9.0.0_amd64.deb',
  ],
  ['/home/ada/.local/bin/kiva', `Run: ${script}`],
  ['/home/ada lovelace/.local/bin/kiva', `Run: ${script}`],
  ['/opt/my tools/bin/kiva', `Run: ${script} -s -- --prefix '/opt/my tools'`],
  ['/home/ada/src/kiva/bin/kiva.cjs', `Download it from ${homepage}`],
  ['C:\\Tools\\kiva.exe', `Download it from ${homepage}`],
])('%s is replaced by: %s', (program, expected) => {
  expect(installing('9.0.0', 'https://r.example', { program, platform: 'linux x64' })).toBe(expected)
})

test('on ARM it is the package for ARM', () => {
  const machine = { program: '/usr/bin/kiva', platform: 'linux arm64' }
  expect(installing('9.0.0', 'https://r.example', machine)).toContain('kiva_9.0.0_arm64.deb')
})
