/** Files and standard input as PowerShell writes them: with a byte order mark, or in UTF-16. Needs `npm run build`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { kivaHere as kiva } from '../support/here.ts'
import { start } from '../support/process.ts'

const folder = folderForEach()
const at = (name: string) => join(folder, name)
const env = { KIVA_CONFIG_DIR: at('config'), KIVA_STATE_DIR: at('state') }
beforeEach(() => {
  for (const name of ['config', 'state/shortlists']) mkdirSync(at(name), { recursive: true, mode: 0o700 })
})

const login = {
  api_origin: 'https://api.example.org',
  auth_origin: 'https://www.example.org',
  client_id: 'org.example.app',
  client_secret: 'unrelated-secret',
  oauth_token: 'a-token',
  oauth_token_secret: 'a-secret',
  scope: ['access'],
  obtained_at: '2026-01-02T03:04:05.000Z',
}

const files = [
  {
    path: 'config/config.json',
    text: '{"lender":"ada1"}',
    words: ['config', 'get', 'lender'],
    shows: 'ada1',
  },
  {
    path: 'config/credentials.json',
    text: JSON.stringify({ v: 1, entries: { [login.api_origin]: login } }),
    words: ['auth', 'list'],
    shows: 'api.example.org',
  },
  {
    path: 'state/saved.json',
    text: '{"v":1,"commands":{"soon":["loans","newest"]}}',
    words: ['saved', 'list'],
    shows: 'soon',
  },
  {
    path: 'state/shortlists/mine.txt',
    text: '2100001\n',
    words: ['shortlist', 'list', 'mine', '--sandbox'],
    shows: '2100001',
  },
]

describe.each(files)('$path', ({ path, text, words, shows }) => {
  test('with a byte order mark is read as without one', async () => {
    writeFileSync(at(path), text, { mode: 0o600 })
    const plain = await kiva(words, env)
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining(shows) })
    writeFileSync(at(path), `\ufeff${text}`, { mode: 0o600 })
    expect(await kiva(words, env)).toEqual(plain)
  })

  test('in UTF-16 is an error that says so', async () => {
    writeFileSync(at(path), Buffer.from(`\ufeff${text}`, 'utf16le'), { mode: 0o600 })
    const { code, stderr } = await kiva(words, env)
    expect([code, stderr]).toEqual([3, expect.stringContaining(`${at(path)} is UTF-16, not UTF-8`)])
  })
})

describe('ids on standard input', () => {
  const words = ['loans', 'show', '-', '--sandbox', '--fields', 'id', '-o', 'csv']

  test('may begin with a byte order mark', async () => {
    expect(await kiva(words, env, '\ufeff2100001\r\n2100002\r\n')).toMatchObject({
      code: 0,
      stdout: 'id\r\n2100001\r\n2100002\r\n',
    })
  })

  test('in UTF-16 are an error that says so', async () => {
    const { child, ended } = start(words, env)
    child.stdin?.end(Buffer.from('\ufeff2100001\r\n', 'utf16le'))
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([2, expect.stringContaining('standard input is UTF-16, not UTF-8')])
  })
})
