/** `@me`: the user's own lender id, wherever a command takes a lender id. */
import { describe, expect, test } from 'vitest'
import { sandboxOrigin } from '../../src/api/origins.ts'
import type { Send } from '../../src/core/http.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { manyLoans, pathOf, serviceOf } from '../actions/portfolio-service.ts'
import { openSession } from '../explore/session.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'

const live = 'https://api.kivaws.org'

/** The credential file with a login of this account. */
const login = (account: object | undefined, origin = live) =>
  new Map<string, unknown>([
    [
      'credentials',
      {
        v: 1,
        entries: {
          [origin]: {
            api_origin: origin,
            auth_origin: 'https://www.kiva.org',
            client_id: 'org.example.app',
            client_secret: 'application-secret',
            oauth_token: 'token-of-robin',
            oauth_token_secret: 'secret-of-token',
            scope: ['access'],
            obtained_at: '2026-11-01T00:00:00.000Z',
            ...(account && { account }),
          },
        },
      },
    ],
  ])
const robin = { name: 'Robin', lender_id: 'robin' }

const token = {
  KIVA_CLIENT_ID: 'org.example.app',
  KIVA_CLIENT_SECRET: 'secret-of-env',
  KIVA_OAUTH_TOKEN: 'token-of-env',
  KIVA_OAUTH_TOKEN_SECRET: 'token-secret-of-env',
}

/** A list of one loan. */
const one = (loan: JsonObject) =>
  jsonReply({ paging: { page: 1, total: 1, page_size: 20, pages: 1 }, loans: [loan] })

const loansOf = serviceOf(manyLoans(3))

/** The service of lender `robin`, whose account has these fields. */
const serviceWith =
  (account: JsonObject): Send =>
  async (request, signal) =>
    pathOf(request) === '/my/account' ? jsonReply({ user_account: account }) : loansOf(request, signal)

const kiva = async (line: string, options: RunOptions = {}) => {
  const ran = await run(line.split(' '), { send: loansOf, stderrTerminal: 500, ...options })
  return { ...ran, paths: ran.requests.map(pathOf) }
}

describe('the lender of the login', () => {
  test.each([
    ['lenders show @me', ['/lenders/robin']],
    ['lenders show ada,@me --dry-run', []],
    ['lenders loans @me', ['/lenders/robin/loans']],
    ['api /lenders/@me/loans', ['/lenders/robin/loans']],
    ['loans newest --not-lent-by @me', ['/lenders/robin/loans', '/loans/newest']],
    ['portfolio calendar @me', ['/lenders/robin', '/lenders/robin/loans', '/loans/3,2,1']],
    ['portfolio calendar', ['/lenders/robin', '/lenders/robin/loans', '/loans/3,2,1']],
  ])('%s', async (line, paths) => {
    const send: Send = async (request, signal) =>
      pathOf(request) === '/loans/newest' ? one({ id: 9 }) : loansOf(request, signal)
    const ran = await kiva(line, { files: login(robin), send })
    expect([ran.code, ran.paths]).toEqual([0, paths])
  })

  test('stands beside other ids and the ids of shortlists', async () => {
    const state = new Map([['shortlists/friends.txt', 'bob\neve\n']])
    const { stdout } = await kiva('lenders show ada,@me @friends --dry-run -o json', {
      files: login(robin),
      state,
    })
    expect(JSON.parse(stdout)[0].url).toBe(`${live}/v1/lenders/ada,robin,bob,eve.json`)
  })

  test('is the lender of --with mine without --lender', async () => {
    const send: Send = async (request, signal) =>
      pathOf(request) === '/loans/search'
        ? one({ id: 9, location: { country_code: 'KE' } })
        : loansOf(request, signal)
    const ran = await kiva('loans search --with mine --jq .derived.mine.in_country -o ndjson', {
      files: login(robin),
      send,
    })
    expect([ran.code, ran.stdout, ran.paths]).toEqual([0, '1\n', ['/loans/search', '/lenders/robin/loans']])
  })

  test('counts before the setting', async () => {
    const { paths } = await kiva('lenders show @me', { files: login(robin), env: { KIVA_LENDER: 'other' } })
    expect(paths).toEqual(['/lenders/robin'])
  })

  test('counts only for the service of the login', async () => {
    const { code, stderr, requests } = await kiva('--base-url https://api.example.org lenders show @me', {
      files: login(robin),
    })
    expect([code, stderr, requests]).toEqual([
      4,
      `error: no lender id for @me: not logged in to https://api.example.org
hint: Log in with kiva --base-url https://api.example.org login. You are logged in to ${live}: select it with --base-url. Or name the lender with kiva --base-url https://api.example.org config set lender <lender id>.
`,
      [],
    ])
  })
})

describe('a token without an account', () => {
  const ofEnvironment = { env: token, send: serviceWith({ first_name: 'Robin', lender_id: 'robin' }) }

  test.each([
    ['of the environment', ofEnvironment],
    ['of an old login', { ...ofEnvironment, env: {}, files: login(undefined) }],
  ])('%s takes one request', async (_, options) => {
    const { code, paths } = await kiva('portfolio show @me', options)
    expect([code, paths.slice(0, 3)]).toEqual([0, ['/my/account', '/lenders/robin', '/lenders/robin/loans']])
    const both = await kiva('loans newest --not-lent-by @me --with mine --lender @me', {
      ...options,
      send: async (request, signal) =>
        pathOf(request) === '/loans/newest' ? one({ id: 9 }) : options.send(request, signal),
    })
    expect([both.code, both.paths]).toEqual([0, ['/my/account', '/lenders/robin/loans', '/loans/newest']])
  })

  test('-v says who it is', async () => {
    const { stderr } = await kiva('lenders show @me -v', ofEnvironment)
    expect(stderr).toContain('* @me is robin\n')
  })

  test.each(['--dry-run', '--curl'])('is refused with %s, which sends nothing', async (preview) => {
    const { code, stderr, requests } = await kiva(`lenders show @me ${preview}`, ofEnvironment)
    expect([code, stderr, requests]).toEqual([
      2,
      `error: a preview sends nothing, and the lender id of @me takes a request
hint: Give the id in place of @me: kiva my account prints it.
`,
      [],
    ])
  })

  test('of a user without a lender id is the setting, else an error', async () => {
    const juno = { env: token, send: serviceWith({ first_name: 'Juno' }) }
    const set = await kiva('lenders show @me', { ...juno, env: { ...token, KIVA_LENDER: 'robin' } })
    expect(set.paths).toEqual(['/my/account', '/lenders/robin'])
    const { code, stderr } = await kiva('lenders show @me', juno)
    expect([code, stderr]).toEqual([
      4,
      `error: no lender id for @me: the login to ${live} has none
hint: Log in as a lender with kiva login. Or name the lender with kiva config set lender <lender id>.
`,
    ])
  })

  test('whose scope excludes the account has no lender id', async () => {
    const send: Send = async () => jsonReply({ code: 'org.kiva.Forbidden', message: 'scope' }, 403)
    const { code, stderr } = await kiva('lenders show @me', { env: token, send })
    expect([code, stderr.split('\n')[0]]).toEqual([
      4,
      `error: no lender id for @me: the login to ${live} has none`,
    ])
  })

  test('that was revoked is an error of the login', async () => {
    const send: Send = async () => jsonReply({ code: 'oauth.token_revoked', message: 'no' }, 401)
    const { code, stderr } = await kiva('lenders show @me', { env: token, send })
    expect([code, stderr]).toEqual([
      4,
      'error: the API refused the request: access was revoked in the account preferences\nhint: Log in again with kiva login.\n',
    ])
  })
})

describe('without a login', () => {
  test.each([
    ['the variable', 'lenders show @me', { env: { KIVA_LENDER: 'robin' } }],
    ['the settings file', 'lenders show @me', { files: new Map([['config', { v: 1, lender: 'robin' }]]) }],
    [
      'a profile',
      '--profile work lenders show @me',
      { files: new Map([['config', { v: 1, lender: 'x', profiles: { work: { lender: 'robin' } } }]]) },
    ],
    [
      'an address of the page',
      'lenders show @me',
      { env: { KIVA_LENDER: 'https://www.kiva.org/lender/robin' } },
    ],
    [
      'the setting of another host',
      '--base-url https://api.example.org lenders show @me',
      { env: { KIVA_LENDER: 'robin' } },
    ],
  ])('%s counts', async (_, line, options) => {
    expect((await kiva(line, options)).paths).toEqual(['/lenders/robin'])
  })

  test.each(['lenders show @me', 'portfolio show', 'portfolio suggest', 'loans newest --with mine'])(
    'and setting it is an error: %s',
    async (line) => {
      const { code, stderr, requests } = await kiva(line)
      expect([code, stderr, requests]).toEqual([
        4,
        `error: no lender id for @me: not logged in to ${live}
hint: Log in with kiva login. Or name the lender with kiva config set lender <lender id>.
`,
        [],
      ])
    },
  )

  test.each(['', 'a b', '@me', 'a,b', 'https://www.kiva.org/lend/84'])(
    'KIVA_LENDER cannot be %j',
    async (id) => {
      const { code, stderr } = await kiva('lenders show @me', { env: { KIVA_LENDER: id } })
      expect([code, stderr.includes('KIVA_LENDER')]).toEqual(id === '' ? [4, false] : [2, true])
    },
  )
})

describe('in the sandbox', () => {
  test('is its own lender', async () => {
    const { stdout } = await kiva('--sandbox lenders show @me --jq .lender_id -o ndjson')
    expect(stdout).toBe('"robin1001"\n')
  })

  test.each([
    ['the setting', { env: { KIVA_LENDER: 'juno1002' } }, 'juno1002'],
    ['the login to the sandbox', { files: login({ name: 'A', lender_id: 'ada7' }, sandboxOrigin) }, 'ada7'],
    ['no login to the service', { files: login(robin) }, 'robin1001'],
  ])('is %s', async (_, options, id) => {
    const { stdout } = await kiva('--sandbox lenders show @me --dry-run -o json', options)
    expect(JSON.parse(stdout)[0].url).toBe(`${sandboxOrigin}/v1/lenders/${id}.json`)
  })

  test('is unknown for a user without a lender page', async () => {
    const { code, stderr } = await kiva('--sandbox lenders show @me', {
      files: login({ name: 'Juno' }, sandboxOrigin),
    })
    expect([code, stderr.split('\n')[0]]).toEqual([
      4,
      'error: no lender id for @me: the login to the sandbox has none',
    ])
  })
})

describe('what a run leaves behind', () => {
  test('a mark belongs to the lender id', async () => {
    const state = new Map<string, string>()
    await kiva('lenders loans @me --new', { files: login(robin), state })
    const { stdout } = await kiva('lenders loans robin --new', { state })
    expect(stdout).toBe('[]\n')
    const other = await kiva('lenders loans @me --new --dry-run -o json', {
      state,
      env: { KIVA_LENDER: 'ada' },
    })
    expect(other.stdout).toContain('/lenders/ada/loans.json')
  })

  test('a checkpoint stores the lender id, and the line to resume says @me', async () => {
    const folder = new Map<string, string>()
    const line = 'lenders loans @me --all -o ndjson --out a.ndjson --checkpoint a.checkpoint'
    let sent = 0
    const send: Send = async (request, signal) =>
      ++sent > 1 ? jsonReply({ message: 'broken' }, 400) : serviceOf(manyLoans(45))(request, signal)
    const { stderr } = await kiva(line, { files: login(robin), folder, send })
    expect(JSON.parse(folder.get('a.checkpoint') ?? '').command).toMatchObject({ 'lender-id': 'robin' })
    expect(stderr).toContain('lenders loans --all')
    expect(stderr).toContain("--resume a.checkpoint '@me'")
    const resumed = await kiva(line.replace('--checkpoint', '--resume'), {
      folder,
      env: { KIVA_LENDER: 'ada' },
    })
    expect(resumed.stderr).toContain('lender-id was robin, now ada')
  })

  test('a saved command keeps @me', async () => {
    const state = new Map<string, string>()
    await kiva('saved add mine -- lenders loans @me', { state })
    expect(state.get('saved.json')).toContain('"@me"')
    const { paths } = await kiva('saved run mine', { state, files: login(robin) })
    expect(paths).toEqual(['/lenders/robin/loans'])
  })
})

describe('a command that takes no lender id', () => {
  test.each(['loans show @me', 'loans lenders @me', 'teams show @me'])('%s', async (line) => {
    const { code, stderr } = await kiva(line, { files: login(robin) })
    expect([code, stderr.split('\n')]).toEqual([
      2,
      [
        expect.stringMatching(/^error: invalid value "@me" for <ids?>: @me is a lender id$/),
        "hint: Your loans: kiva lenders loans '@me'. Your teams: kiva lenders teams '@me'.",
        '',
      ],
    ])
  })
})

test.each(['--not-lent-by ada,@friends', '--with mine --lender @friends'])(
  'an option takes no other name: %s',
  async (options) => {
    const { code, stderr, requests } = await kiva(`loans newest ${options}`)
    expect([code, stderr, requests]).toEqual([
      2,
      `error: invalid value "@friends" for ${options.includes('--lender') ? '--lender' : '--not-lent-by'}
hint: Only arguments accept a shortlist. Here '@me', your own lender id, is the only name.
`,
      [],
    ])
  },
)

test('an option takes the address of a page', async () => {
  const send: Send = async (request, signal) =>
    pathOf(request) === '/loans/newest' ? one({ id: 9 }) : loansOf(request, signal)
  const line = 'loans newest --not-lent-by https://www.kiva.org/lender/robin'
  expect((await kiva(line, { send })).paths).toContain('/lenders/robin/loans')
})

test('kiva explore and --watch replace it too', async () => {
  const env = { KIVA_LENDER: 'robin1001' }
  const session = await openSession({ argv: ['explore', 'lenders', 'loans', '@me'], env })
  expect(session.requests.map(pathOf)[0]).toBe('/lenders/robin1001/loans')
  await session.end()
  const { paths } = await kiva('lenders show @me --watch 30s --until true -o ndjson', {
    env: { KIVA_LENDER: 'robin' },
  })
  expect(paths).toEqual(['/lenders/robin'])
})
