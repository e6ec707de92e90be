import { describe, expect, test } from 'vitest'
import { givenOf } from '../../../src/cli/given.ts'
import { decideSettings } from '../../../src/cli/settings/run-settings.ts'
import { run, textSink } from '../../harness.ts'

const resolveSettings = (
  flags: Readonly<Record<string, string>>,
  env: Record<string, string> = {},
  terminal?: number,
) =>
  decideSettings(
    {
      given: givenOf(new Map(Object.entries(flags).map(([name, value]) => [name, [value]]))),
      env,
      tables: [],
    },
    { stdout: textSink(terminal) },
  )

describe('the first one given wins: flag, environment, default', () => {
  test('for the base URL', () => {
    const env = { KIVA_BASE_URL: 'https://env.example' }
    expect(resolveSettings({ base_url: 'https://flag.example' }, env).baseUrl).toBe('https://flag.example')
    expect(resolveSettings({}, env).baseUrl).toBe('https://env.example')
    expect(resolveSettings({}).baseUrl).toBe('https://api.kivaws.org')
    expect(resolveSettings({}).authUrl).toBe('https://www.kiva.org')
  })

  test('for the output format', () => {
    expect(resolveSettings({ output: 'xml' }, { KIVA_OUTPUT: 'json' }).output).toBe('xml')
    expect(resolveSettings({}, { KIVA_OUTPUT: 'ndjson' }, 80).output).toBe('ndjson')
    expect(resolveSettings({}, {}, 80).output).toBe('table')
    expect(resolveSettings({}).output).toBe('json')
  })

  test('an empty variable counts as unset', () => {
    expect(resolveSettings({}, { KIVA_BASE_URL: '', KIVA_TIMEOUT: '' })).toMatchObject({ timeout: 30_000 })
  })

  test('timeouts are given in seconds', () => {
    expect(resolveSettings({ timeout: '0.5' }).timeout).toBe(500)
    expect(resolveSettings({}, { KIVA_TIMEOUT: '5' }).timeout).toBe(5_000)
  })

  test.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['off', false],
    ['', false],
  ])('KIVA_SANDBOX=%s', (text, on) => {
    expect(resolveSettings({}, { KIVA_SANDBOX: text }).sandbox).toBe(on)
  })

  test('a trailing slash and a default port are dropped from an origin', () => {
    expect(resolveSettings({ base_url: 'https://a.example:443/' }).baseUrl).toBe('https://a.example')
    expect(resolveSettings({ base_url: 'http://127.0.0.1:8080' }).baseUrl).toBe('http://127.0.0.1:8080')
    expect(resolveSettings({ base_url: 'http://[::1]:8080/' }).baseUrl).toBe('http://[::1]:8080')
  })
})

describe('an invalid setting is a usage error that names the source or the reason', () => {
  test.each([
    [['--base-url', 'ftp://x'], {}, '--base-url'],
    [['--base-url', 'api.example'], {}, '--base-url'],
    [['--base-url', 'https://user:secret@api.example'], {}, '--base-url'],
    [['--base-url', 'https://api.example/v1'], {}, 'contains a path'],
    [['--base-url', 'http://api.example'], {}, 'not encrypted'],
    [['--base-url', 'http://127.0.0.1.evil.example'], {}, 'not encrypted'],
    [[], { KIVA_AUTH_URL: 'http://www.example' }, 'KIVA_AUTH_URL'],
    [['--timeout', '0'], {}, '--timeout'],
    [['--timeout', '-3'], {}, '--timeout'],
    [['--timeout', '1e3'], {}, '--timeout'],
    [[], { KIVA_TIMEOUT: 'soon' }, 'KIVA_TIMEOUT'],
    [[], { KIVA_OUTPUT: 'jsn' }, 'Did you mean \\"json\\"?'],
    [['--color', 'sometimes'], {}, 'always'],
    [[], { KIVA_SANDBOX: 'maybe' }, 'KIVA_SANDBOX'],
  ])('%j %j', async (flags, env, said) => {
    const { code, stdout, stderr, requests } = await run(['loans', 'newest', ...flags], { env })
    expect([code, stdout, requests]).toEqual([2, '', []])
    expect(stderr).toContain(said)
  })
})

test('a global option works before or after the command', async () => {
  const before = await run(['--app-id', 'org.example.x', '-o', 'ndjson', 'loans', 'newest'])
  const after = await run(['loans', 'newest', '-o', 'ndjson', '--app-id', 'org.example.x'])
  expect(before).toEqual(after)
  expect(before.requests[0]?.url).toContain('app_id=org.example.x')
})
