/** The settings file applies after flags and environment variables; an invalid file ends a run. */
import { describe, expect, test } from 'vitest'
import { globalOptions, settingsAlone } from '../../../src/cli/settings/global-options.ts'
import { readSettingsFile } from '../../../src/cli/settings/settings-file.ts'
import type { KivaError } from '../../../src/core/errors.ts'
import { run } from '../../harness.ts'

const path = '/config/config.json'

/** The variables of settings that not every text is valid for. */
const checked = [...globalOptions, ...settingsAlone]
  .flatMap((option) => ('env' in option ? [option.env] : []))
  .filter((name) => !/_(?:PAGER|SANDBOX_DAY|APP_ID|CA_FILE)$/.test(name))

const kept = (content: unknown) => new Map<string, unknown>([['config', content]])
const asked = async (
  content: unknown,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) => {
  const { requests, stderr } = await run(['loans', 'newest', ...words], { files: kept(content), env })
  return requests[0]?.url ?? stderr
}

describe('first match wins: flag, environment, profile, file, default', () => {
  const file = {
    base_url: 'https://file.example',
    profiles: { staging: { base_url: 'https://profile.example' } },
  }
  test.each([
    [
      ['--base-url', 'https://flag.example'],
      { KIVA_BASE_URL: 'https://env.example' },
      'https://flag.example',
    ],
    [[], { KIVA_BASE_URL: 'https://env.example', KIVA_PROFILE: 'staging' }, 'https://env.example'],
    [['--profile', 'staging'], {}, 'https://profile.example'],
    [[], { KIVA_PROFILE: 'staging' }, 'https://profile.example'],
    [[], {}, 'https://file.example'],
  ])('%j %j', async (words, env, origin) => {
    expect(new URL(await asked(file, words, env)).origin).toBe(origin)
  })

  test('a setting that the profile lacks comes from the top level of the file', async () => {
    expect(await asked({ ...file, app_id: 'org.example' }, ['--profile', 'staging'])).toContain(
      'app_id=org.example',
    )
  })

  test('the output setting also decides the format of errors, and -o overrides it', async () => {
    const files = kept({ output: 'ndjson' })
    const wrong = await run(['loans', 'newest', '--page', 'x'], { files, terminal: 80 })
    expect([wrong.code, wrong.stderr.startsWith('{"error":')]).toEqual([2, true])
    const table = await run(['loans', 'newest', '--page', 'x', '-o', 'table'], { files, terminal: 80 })
    expect(table.stderr).toMatch(/^error: /)
  })
})

describe('the source with the highest priority that names a service decides on the sandbox', () => {
  const isSandbox = async (
    content: unknown,
    words: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ) => {
    const { code, requests } = await run(['loans', 'newest', '--limit', '1', ...words], {
      files: kept(content),
      env,
    })
    expect(code).toBe(0)
    return requests.length === 0
  }
  const play = { sandbox: true }
  test('an address or a negation in a flag or variable overrides the sandbox of the file', async () => {
    expect(await isSandbox(play)).toBe(true)
    expect(await isSandbox(play, [], { KIVA_BASE_URL: 'https://env.example' })).toBe(false)
    expect(await isSandbox(play, ['--base-url', 'https://flag.example'])).toBe(false)
    expect(await isSandbox(play, ['--no-sandbox'])).toBe(false)
    expect(await isSandbox(play, [], { KIVA_SANDBOX: '0' })).toBe(false)
  })

  test('of one source, the address overrides the sandbox', async () => {
    const [base_url, auth_url] = ['https://one.example', 'https://two.example']
    expect(await isSandbox({}, [], { KIVA_SANDBOX: '1', KIVA_BASE_URL: base_url })).toBe(false)
    expect(await isSandbox({}, [], { KIVA_SANDBOX: '1', KIVA_AUTH_URL: auth_url })).toBe(false)
    expect(await isSandbox({ sandbox: true, base_url })).toBe(false)
    const profiles = { both: { sandbox: true, base_url } }
    expect(await isSandbox({ profiles }, ['--profile', 'both'])).toBe(false)
  })

  test('the sandbox overrides an address of lower priority', async () => {
    expect(await isSandbox({}, ['--sandbox'], { KIVA_BASE_URL: 'https://env.example' })).toBe(true)
    expect(await isSandbox({ base_url: 'https://file.example' }, [], { KIVA_SANDBOX: '1' })).toBe(true)
    expect(await isSandbox({ base_url: 'https://file.example' }, ['--sandbox'])).toBe(true)
    const profiles = { play, staging: { base_url: 'https://staging.example' } }
    expect(await isSandbox({ base_url: 'https://file.example', profiles }, ['--profile', 'play'])).toBe(true)
    expect(await isSandbox({ sandbox: true, profiles }, ['--profile', 'staging'])).toBe(false)
  })
})

describe('an invalid file ends a run with exit code 3, its path and the next step', () => {
  test.each([
    ['{"timeout": 60', 'invalid JSON in'],
    ['[]', 'expected a JSON object'],
    [{ v: 2 }, 'unknown file version (expected 1)'],
    [{ timeuot: 60 }, 'unknown setting "timeuot"', 'Did you mean timeout?'],
    [{ 'base-url': 'https://a.example' }, 'unknown setting "base-url": use base_url'],
    [{ client_secret: 'hush-hush' }, 'unknown setting "client_secret"', 'The settings file holds no secrets'],
    [{ timeout: 'soon' }, 'for timeout in /config/config.json: expected seconds, above 0'],
    [{ output: 'jsn' }, 'invalid value "jsn" for output', 'Did you mean "json"?'],
    [{ base_url: 'http://a.example' }, 'is not encrypted'],
    [{ ca_file: 'ca.pem' }, 'expected an absolute path'],
    [{ timeout: { seconds: 1 } }, 'invalid value for timeout'],
    [{ timeout: true }, 'invalid value for timeout'],
    [{ sandbox: 'perhaps' }, 'expected 1 or 0'],
    [{ profiles: [] }, 'profiles in'],
    [{ profiles: { staging: { nosuch: 1 } } }, 'the profile staging of'],
    [{ profiles: { 'a b': {} } }, 'invalid profile name "a b"'],
    ['{"__proto__": {"timeout": 1}}', 'unknown setting "__proto__"'],
  ])('%j', async (content, said, next = 'kiva config edit') => {
    const { code, stdout, stderr, requests } = await run(['loans', 'newest'], { files: kept(content) })
    expect([code, stdout, requests]).toEqual([3, '', []])
    const { message, hint } = JSON.parse(stderr).error
    expect(message).toContain(said)
    expect(message).toContain(path)
    expect(hint).toContain(next)
    expect(stderr).not.toContain('hush-hush')
  })

  test('the error contains the path of the file, never its text', () => {
    const read = () => readSettingsFile({ path, text: '{\n "timeout": hush-hush\n}' })
    expect(read).toThrow(`invalid JSON in ${path}`)
    expect(read).not.toThrow('hush')
    const cause = (): unknown => {
      try {
        return read()
      } catch (error) {
        return (error as KivaError).cause
      }
    }
    expect(cause()).toBeUndefined()
  })

  test('an unknown profile is a usage error', async () => {
    const content = { profiles: { staging: {} } }
    const { code, stderr } = await run(['loans', 'newest', '--profile', 'stagin'], { files: kept(content) })
    expect(code).toBe(2)
    expect(JSON.parse(stderr).error.hint).toContain('Did you mean staging?')
    const without = await run(['loans', 'newest'], { env: { KIVA_PROFILE: 'play' } })
    expect([without.code, JSON.parse(without.stderr).error.message]).toEqual([
      2,
      'unknown profile "play" for KIVA_PROFILE',
    ])
  })

  test.each(checked)('an error shows the control characters of %s', async (variable) => {
    const { code, stderr } = await run(['loans', 'newest'], { env: { [variable]: ':/ x\r\n' } })
    expect([code, JSON.parse(stderr).error.message]).toEqual([
      2,
      expect.stringContaining(String.raw`":/ x\r\n" for ${variable}`),
    ])
  })

  test.each([
    ['--help'],
    ['--version'],
    ['loans', 'search', '--help'],
    ['config', 'path'],
    ['doctor', '--help'],
  ])('kiva %s %s %s works despite an invalid file', async (...words) => {
    const { code } = await run(words, { files: kept('{') })
    expect(code).toBe(0)
  })
})

test('a suggested command keeps the profile', async () => {
  const content = { profiles: { staging: { base_url: 'https://staging.example' } } }
  const { stderr } = await run(['my', 'account', '--profile', 'staging'], { files: kept(content) })
  expect(JSON.parse(stderr).error.hint).toContain('kiva --profile staging login')
})
