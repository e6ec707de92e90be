/** Logins of profiles: each is stored for an origin, or for an origin and a profile. */
import { describe, expect, test } from 'vitest'
import { type RunOptions, run } from '../harness.ts'
import { entry, env, failing, failureOf, origin, places, play, succeeded } from './play.ts'
import { application, service } from './service.ts'

const other = 'https://other.example'
const ofWork = {
  ...entry,
  profile: 'work',
  oauth_token: 'token-of-work',
  oauth_token_secret: 'secret-of-work',
  account: { name: 'Wanda Work', lender_id: 'wanda' },
}
const ofOther = { ...entry, api_origin: other, scope: ['access', 'user_email'], account: undefined }

interface Login {
  readonly api_origin: string
  readonly profile?: string
}

/** A config folder with these logins and the profiles work and home. */
const folder = (...entries: readonly Login[]) =>
  new Map<string, unknown>([
    ['config', { profiles: { work: { timeout: 20 }, home: { timeout: 20 } } }],
    [
      'credentials',
      {
        entries: Object.fromEntries(
          entries.map((one) => [one.profile ? `${one.api_origin} ${one.profile}` : one.api_origin, one]),
        ),
      },
    ],
  ])
const both = () => folder(entry, ofWork)

const kiva = (line: string, files: Map<string, unknown>, options: RunOptions = {}) =>
  run(line.split(' '), { files, terminal: undefined, ...options, env: { ...places, ...options.env } })
const stdoutOf = async (...call: Parameters<typeof kiva>) => succeeded(await kiva(...call)).stdout
const jsonOf = async (...call: Parameters<typeof kiva>) => JSON.parse(await stdoutOf(...call))
const loginsIn = (files: ReadonlyMap<string, unknown>) =>
  Object.keys(Object(files.get('credentials')).entries ?? {})

describe('a login under a profile', () => {
  test('is stored for the profile, and leaves the shared one as it is', async () => {
    const files = folder(entry)
    const { stderr } = await play(service(), ['--profile', 'work'], { files })
    expect(files.get('credentials')).toEqual({
      entries: { [origin]: entry, [`${origin} work`]: { ...entry, profile: 'work' } },
    })
    expect(stderr).toContain(`Logged in to ${origin} under the profile work as Ada Example.`)
    expect(stderr).not.toContain('Already logged in')
    const again = await play(service(), ['--profile', 'work'], { files })
    expect(again.stderr).toContain(`Already logged in to ${origin} under the profile work as Ada Example.`)
  })

  test('takes the profile of KIVA_PROFILE, and the application of the shared login', async () => {
    const files = folder(entry)
    await play(service(), [], { files, env: { KIVA_PROFILE: 'home' } })
    expect(loginsIn(files)).toEqual([origin, `${origin} home`])
    expect(files.get('credentials')).toMatchObject({
      entries: { [`${origin} home`]: { client_id: application.clientId, profile: 'home' } },
    })
  })

  test.each(['__proto__', 'constructor', 'a.b-c_1', 'x'.repeat(64)])(
    'works for the name %s',
    async (name) => {
      const files = new Map<string, unknown>()
      succeeded(await run(['--profile', name, 'config', 'set', 'timeout', '20'], { files }))
      await play(service(), ['--profile', name], { files })
      expect(loginsIn(files)).toEqual([`${origin} ${name}`])
      expect(await jsonOf(`--profile ${name} auth status`, files)).toMatchObject({
        profile: name,
        shared: false,
      })
      expect((await kiva('auth status', files)).code).toBe(4)
      await kiva(`--profile ${name} logout`, files)
      expect(files.has('credentials')).toBe(false)
    },
  )

  test.each(['', 'a b', '../x', 'y'.repeat(65)])(
    'is refused for the name %j, before a request',
    async (name) => {
      const { code, requests } = await run(['--profile', name, 'login'], { files: folder(), env: places })
      expect([code, requests]).toEqual([2, []])
    },
  )
})

describe('the login that a command uses', () => {
  const lenderOf = async (line: string, files = both(), options: RunOptions = {}) =>
    (await jsonOf(`${line} lenders loans @me --dry-run`.trim(), files, options))[0].url

  test.each([
    ['', 'ada7'],
    ['--profile work', 'wanda'],
    ['--profile home', 'ada7'],
  ])('with %j is of the profile, else the shared one', async (options, lender) => {
    expect(await lenderOf(options)).toContain(`/v1/lenders/${lender}/loans.json`)
  })

  test('is of the profile only for the same origin', async () => {
    const env = { KIVA_BASE_URL: other, KIVA_AUTH_URL: other }
    const files = folder(ofWork, ofOther)
    expect(await jsonOf('--profile work auth status', files, { env })).toMatchObject({
      api_origin: other,
      shared: true,
    })
    const failure = failureOf(await kiva('--profile home auth status -o json', files))
    expect(failure).toMatchObject({
      kind: 'auth',
      message: `not logged in to ${origin}`,
      hint:
        'Log in with kiva --profile home login. These profiles have a login: work. Select one with --profile. ' +
        `You are logged in to ${other}: select it with --base-url.`,
    })
  })

  test('comes from the environment first', async () => {
    const token = { ...env, KIVA_OAUTH_TOKEN: 'token-of-env', KIVA_OAUTH_TOKEN_SECRET: 'secret-of-env' }
    const found = await jsonOf('--profile work auth status', both(), { env: token })
    expect(found).toMatchObject({ source: 'environment' })
    expect(found).not.toHaveProperty('profile')
    expect(await stdoutOf('--profile work auth status -o table', both(), { env: token })).not.toContain(
      'profile',
    )
  })

  test('signs with its own token', async () => {
    const header = await stdoutOf(`--profile work auth header GET ${origin}/v1/my/account.json`, both())
    expect(header).toContain('oauth_token="token-of-work"')
    expect(await stdoutOf(`--profile home auth header GET ${origin}/x`, both())).not.toContain(
      'token-of-work',
    )
  })

  test.each([
    ['--profile work', { profile: 'work', shared: false, lender_id: 'wanda' }, 'has this login of its own.'],
    [
      '--profile home',
      { profile: 'home', shared: true, lender_id: 'ada7' },
      'has no login of its own: it uses the shared one.',
    ],
  ])('is named by auth status %s', async (options, fields, sentence) => {
    expect(await jsonOf(`${options} auth status`, both())).toMatchObject(fields)
    const name = options.split(' ')[1]
    expect(await stdoutOf(`${options} auth status -o table`, both())).toContain(
      `The profile ${name} ${sentence}\n`,
    )
  })

  test.each([
    ['', 'from the credential file'],
    ['--profile work', 'from the credential file, of the profile work'],
    ['--profile home', 'from the credential file, shared: the profile home has none of its own'],
  ])('is named by doctor %s', async (options, words) => {
    const findings = await jsonOf(`${options} doctor --offline`.trim(), both())
    expect(findings).toContainEqual({ check: 'login', state: 'ok', found: `to ${origin}, ${words}` })
  })
})

describe('logout', () => {
  test('under a profile drops the login of the profile only', async () => {
    const files = both()
    const { stderr } = succeeded(await kiva('--profile work logout', files))
    expect(loginsIn(files)).toEqual([origin])
    expect(stderr).toContain(`Logged out of ${origin} under the profile work.\n`)
    expect(stderr).toContain(`run kiva --base-url ${origin} logout.\n`)
  })

  test('without a profile drops the shared login only', async () => {
    const files = both()
    const { stderr } = succeeded(await kiva('logout', files))
    expect(loginsIn(files)).toEqual([`${origin} work`])
    expect(stderr).not.toContain('profile')
  })

  test('under a profile without a login of its own drops nothing, and says how to', async () => {
    const files = both()
    const { stderr } = succeeded(await kiva('--profile home logout', files))
    expect(loginsIn(files)).toEqual([origin, `${origin} work`])
    expect(stderr).toBe(
      `The profile home has no login of its own to ${origin} and uses the shared one: ` +
        `to log out of that too, run kiva --base-url ${origin} logout.\n`,
    )
    const byVariable = await kiva('logout', files, { env: { KIVA_PROFILE: 'home' } })
    expect(byVariable.stderr).toContain('unset KIVA_PROFILE, then run kiva --base-url')
  })

  test('names the sandbox by its option, and the live API by none', async () => {
    for (const [origin, options] of [
      ['https://sandbox.invalid', '--sandbox '],
      ['https://api.kivaws.org', ''],
    ] as const) {
      const files = folder({ ...entry, api_origin: origin })
      const { stderr } = await run([...options.split(' '), '--profile', 'home', 'logout'].filter(Boolean), {
        files,
      })
      expect(stderr).toContain(`run kiva ${options}logout.\n`)
    }
  })

  test('under a profile without any login says that there is none', async () => {
    const { code, stderr } = await kiva('--profile home logout', folder(ofWork))
    expect([code, stderr]).toEqual([0, `Not logged in to ${origin}.\n`])
  })

  test('--all drops the logins of all profiles', async () => {
    const files = folder(entry, ofWork, ofOther)
    await kiva('--profile work logout --all', files)
    expect(files.has('credentials')).toBe(false)
  })
})

describe('auth list', () => {
  test('prints one record per login, without secrets', async () => {
    const files = folder(ofOther, ofWork, entry)
    const { stdout, stderr } = succeeded(await kiva('auth list', files, { env: { KIVA_PROFILE: 'home' } }))
    const since = entry.obtained_at
    expect(JSON.parse(stdout)).toEqual([
      { origin, profile: null, lender: 'ada7', since, scope: ['access'] },
      { origin, profile: 'work', lender: 'wanda', since, scope: ['access'] },
      { origin: other, profile: null, lender: null, since, scope: ['access', 'user_email'] },
    ])
    expect(stderr).toBe('')
    expect(await stdoutOf('auth list -o table', files)).toMatch(
      /^ORIGIN +PROFILE +LENDER +SINCE +SCOPE *\n.*\nhttps:\/\/api\.example\.org +work +wanda +2026-01-15\S* +access *\n/,
    )
    for (const format of ['json', 'table', 'csv', 'yaml', 'xml'])
      for (const secret of ['token-of-work', 'secret-of-work', entry.oauth_token, application.clientSecret])
        expect(await stdoutOf(`auth list -o ${format}`, files)).not.toContain(secret)
  })

  test('sends nothing', async () => {
    expect((await kiva('auth list --offline', both())).requests).toEqual([])
  })

  test('without logins prints an empty list, or a sentence on stderr instead of a table', async () => {
    const none = new Map()
    expect(await kiva('auth list', none)).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' })
    expect(await kiva('auth list -o table', none)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No logins. Log in with kiva login.\n',
    })
  })

  test('cannot read a corrupt file', async () => {
    const files = new Map([
      ['credentials', { entries: { [`${origin} work`]: { ...ofWork, profile: ['work'] } } }],
    ])
    const { code, stdout, stderr } = await kiva('auth list', files)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).not.toContain('token-of-work')
  })
})

describe('logins in two steps', () => {
  const starting = async (at: ReturnType<typeof service>, options: string, files: Map<string, unknown>) => {
    const { stdout } = await play(at, [...options.split(' ').filter(Boolean), '--start', '-o', 'json'], {
      files,
    })
    return JSON.parse(stdout) as { readonly authorize_url: string; readonly next: string }
  }
  const pendingIn = (files: ReadonlyMap<string, unknown>) =>
    Object.keys(Object(files.get('pending-login')).entries ?? {})

  test('under two profiles wait side by side, and each is finished under its profile', async () => {
    const [first, second] = [service(), service()]
    const files = folder()
    const work = await starting(first, '--profile work', files)
    const shared = await starting(second, '', files)
    expect(work.next).toBe('kiva --profile work login --finish')
    expect(pendingIn(files)).toEqual([`${origin} work`, origin])
    await play(first, ['--profile', 'work', '--finish'], {
      files,
      stdin: [first.approve(work.authorize_url)],
    })
    expect([pendingIn(files), loginsIn(files)]).toEqual([[origin], [`${origin} work`]])
    await play(second, ['--finish'], { files, stdin: [second.approve(shared.authorize_url)] })
    expect([files.has('pending-login'), loginsIn(files)]).toEqual([false, [`${origin} work`, origin]])
  })

  test('a mistyped code keeps the login of each profile', async () => {
    const at = service()
    const files = folder()
    await starting(at, '--profile work', files)
    const { authorize_url: page } = await starting(at, '--profile home', files)
    at.approve(page)
    const wrong = { files, stdin: ['KV-mistyped'], terminal: undefined }
    expect(await failing(at, ['--profile', 'home', '--finish'], wrong)).toMatchObject({ kind: 'auth' })
    expect(pendingIn(files).toSorted()).toEqual([`${origin} home`, `${origin} work`])
  })

  test('another profile does not finish them', async () => {
    const files = folder()
    await starting(service(), '--profile work', files)
    for (const options of ['', '--profile home '])
      expect(failureOf(await kiva(`${options}login --finish -o json`, files))).toMatchObject({
        kind: 'auth',
        message: 'no login in progress',
        hint: expect.stringContaining(`In progress: the login to ${origin} under the profile work.`),
      })
  })

  test('of two origins, the one of the settings is finished; there is no guess between others', async () => {
    const at = service()
    const files = folder()
    const { authorize_url: page } = await starting(at, '', files)
    const pending = Object(files.get('pending-login')).entries[origin]
    files.set('pending-login', {
      entries: { [other]: { ...pending, api_origin: other, oauth_token: 'other' }, [origin]: pending },
    })
    const elsewhere = { KIVA_BASE_URL: 'https://third.example', KIVA_AUTH_URL: 'https://third.example' }
    expect((await kiva('login --finish', files, { env: elsewhere })).code).toBe(4)
    await play(at, ['--finish'], { files, stdin: [at.approve(page)] })
    expect([pendingIn(files), loginsIn(files)]).toEqual([[other], [origin]])
  })

  test('logout cancels the one of its profile; --all cancels all', async () => {
    const files = folder()
    for (const options of ['', '--profile work', '--profile home']) await starting(service(), options, files)
    const { stderr } = await kiva('--profile work logout', files)
    expect(stderr).toBe('Canceled the login in progress.\n')
    expect(pendingIn(files)).toEqual([origin, `${origin} home`])
    await kiva('logout', files)
    expect(pendingIn(files)).toEqual([`${origin} home`])
    await kiva('logout --all', files)
    expect(files.has('pending-login')).toBe(false)
  })

  test('a start drops logins that are too old, and replaces the one of its profile', async () => {
    const files = folder()
    await starting(service(), '--profile work', files)
    const pending = Object(files.get('pending-login')).entries[`${origin} work`]
    const old = { ...pending, profile: 'home', started_at: '2026-01-14T12:00:00.000Z' }
    files.set('pending-login', { entries: { [`${origin} home`]: old, [`${origin} work`]: pending } })
    await starting(service(), '--profile work', files)
    expect(pendingIn(files)).toEqual([`${origin} work`])
    const { entries } = Object(files.get('pending-login'))
    expect(entries[`${origin} work`].state).not.toBe(pending.state)
  })
})
