/** `kiva api` requests any path of the service. A path of a known endpoint behaves like its command. */
import { describe, expect, test } from 'vitest'
import { jsonReply, run, textReply } from '../harness.ts'

const answer = (body: Parameters<typeof jsonReply>[0], status = 200) => ({
  send: async () => jsonReply(body, status),
})
const login = {
  KIVA_CLIENT_ID: 'org.example.tool',
  KIVA_CLIENT_SECRET: 'client-secret-1',
  KIVA_OAUTH_TOKEN: 'token-secret-2',
  KIVA_OAUTH_TOKEN_SECRET: 'token-secret-3',
}

describe('a path of a known endpoint', () => {
  test.each([
    [
      ['loans/newest', '--limit', '30'],
      ['loans', 'newest', '--limit', '30'],
    ],
    [
      ['loans/search?sector=Food', '-f', 'status=fundraising', '--all'],
      ['loans', 'search', '--sector', 'Food', '--status', 'fundraising', '--all'],
    ],
    [
      ['loans/2100001', '-o', 'table'],
      ['loans', 'show', '2100001', '-o', 'table'],
    ],
    [
      ['/v1/lenders/robin1001.json', '-o', 'xml'],
      ['lenders', 'show', 'robin1001', '-o', 'xml'],
    ],
    [['releases/api/current'], ['releases', 'current']],
    [
      ['teams/search', '--page', '2', '-o', 'ndjson'],
      ['teams', 'search', '--page', '2', '-o', 'ndjson'],
    ],
    [['loans/newest.html'], ['loans', 'newest', '--wire', 'html']],
  ])('kiva api %j behaves like kiva %j', async (path, words) => {
    const [byPath, byName] = [await run(['--sandbox', 'api', ...path]), await run(['--sandbox', ...words])]
    expect(byPath.stdout).not.toBe('')
    expect([byPath.code, byPath.stdout, byPath.stderr]).toEqual([byName.code, byName.stdout, byName.stderr])
  })

  test('is signed only where the endpoint requires a login', async () => {
    const options = { env: login, ...answer({ user_account: { id: 7 } }) }
    const signed = await run(['api', 'my/account'], options)
    expect(signed.requests[0]?.headers['authorization']).toMatch(/^OAuth /)
    expect(JSON.parse(signed.stdout)).toEqual({ id: 7 })
    for (const path of ['loans/newest', 'my/loans', 'my/account/x'])
      expect((await run(['api', path], options)).requests[0]?.headers['authorization']).toBeUndefined()
    expect((await run(['api', 'my/account'])).code).toBe(4)
  })

  test('reports ids missing from the reply with exit code 9', async () => {
    const { code, stderr } = await run(['--sandbox', 'api', 'loans/2100001,99'])
    expect(code).toBe(9)
    expect(stderr).toContain('99')
  })
})

describe('an unknown path', () => {
  test('prints its records, with their keys as columns', async () => {
    const options = answer({
      things: [
        { id: 1, odd_name: 'one' },
        { id: 2, odd_name: 'two' },
      ],
    })
    expect(JSON.parse((await run(['api', 'things'], options)).stdout)).toHaveLength(2)
    const { stdout } = await run(['api', 'things', '-o', 'table'], options)
    expect(stdout).toMatch(/ID +ODD NAME\n *1 +one\n *2 +two/)
    expect((await run(['api', 'things', '-o', 'xml'], options)).stdout).toContain('<records type="list">')
  })

  test('prints bare values too', async () => {
    const { stdout } = await run(['api', 'things', '-o', 'table'], answer({ ids: [84, 85] }))
    expect(stdout).toMatch(/^VALUE\n84 *\n85 *\n$/)
  })

  test('prints a single object as an object', async () => {
    const options = answer({ thing: { id: 1 } })
    expect(JSON.parse((await run(['api', 'things/1'], options)).stdout)).toEqual({ id: 1 })
    expect((await run(['api', 'things/1', '-o', 'table'], options)).stdout).toMatch(/Id +1/)
  })

  test('is read to its last page with --all', async () => {
    const send = async ({ url }: { readonly url: string }) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1)
      return jsonReply({ paging: { page, total: 3, page_size: 1, pages: 3 }, things: [{ id: page }] })
    }
    const { stdout, stderr } = await run(['api', 'things', '--all', '-o', 'ndjson'], { send })
    expect([stdout, stderr]).toEqual(['{"id":1}\n{"id":2}\n{"id":3}\n', ''])
  })

  test('is requested once for a single object, even with --all', async () => {
    const { requests, stderr } = await run(['api', 'thing', '--all'], answer({ id: 1 }))
    expect([requests.length, stderr]).toEqual([1, ''])
  })

  test('reports an empty list, and exits with 5 on a 404', async () => {
    const { code, stdout, stderr } = await run(['api', 'things'], answer({ things: [] }))
    expect([code, stdout, stderr]).toEqual([0, '[]\n', 'No records found.\n'])
    expect((await run(['api', 'things'], answer({}, 404))).code).toBe(5)
  })

  test.each([
    ['nosuch', 'List all paths with kiva --sandbox methods list.'],
    ['loans/84/lendres', 'Did you mean loans/:id/lenders? List all paths with kiva --sandbox methods list.'],
    ['lones/84', 'Did you mean loans/:ids? List all paths with kiva --sandbox methods list.'],
  ])('answered by a 404 gives a hint: %s', async (path, hint) => {
    for (const more of [[], ['--wire', 'json']]) {
      const { code, stdout, stderr } = await run(['--sandbox', 'api', path, ...more])
      const { error } = JSON.parse(stderr)
      expect([code, stdout, error.message, error.hint]).toEqual([5, '', `unknown path /v1/${path}`, hint])
    }
  })

  test('a 404 on the path of a known endpoint has no hint', async () => {
    const { stderr } = await run(['--sandbox', 'api', 'loans/1'])
    expect(JSON.parse(stderr).error.hint).toBeUndefined()
  })

  test('a 404 on a path without ids asks about the address of the service', async () => {
    for (const words of [
      ['api', 'loans/newest'],
      ['loans', 'newest'],
    ]) {
      const { code, stderr } = await run([...words, '--base-url', 'https://api.example.org'], answer({}, 404))
      expect(code).toBe(5)
      expect(JSON.parse(stderr).error.hint).toBe('Is https://api.example.org the Kiva API? See --base-url.')
    }
  })

  test('with a format suffix prints the reply unchanged', async () => {
    const { stdout, requests } = await run(['api', 'things.rss'], { send: async () => textReply('<rss/>') })
    expect([stdout, requests[0]?.url]).toEqual(['<rss/>', 'https://api.kivaws.org/v1/things.rss'])
  })
})

test('kiva api writes to a file and resumes only from a checkpoint of the same path', async () => {
  let asked = 0
  const send = async ({ url }: { readonly url: string }) => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    asked += 1
    if (asked === 2) return jsonReply({}, 500)
    return jsonReply({ paging: { page, total: 2, page_size: 1, pages: 2 }, things: [{ id: page }] })
  }
  const folder = new Map<string, string>()
  const words = (path: string, how: string) => [
    'api',
    path,
    '--all',
    '--out',
    'a.ndjson',
    '-o',
    'ndjson',
    how,
    'c',
  ]
  expect((await run(words('things', '--checkpoint'), { send, folder })).code).toBe(9)
  const other = await run(words('others', '--resume'), { send, folder })
  expect([other.code, other.requests]).toEqual([3, []])
  expect(other.stderr).toContain('/things')
  expect((await run(words('things', '--resume'), { send, folder })).code).toBe(0)
  expect(folder.get('a.ndjson')).toBe('{"id":1}\n{"id":2}\n')
})

test('a full URL must match the base URL of the run', async () => {
  const words = ['api', 'https://api.example.org/v1/loans/newest.json']
  expect((await run(words)).code).toBe(2)
  expect((await run([...words, '--base-url', 'https://api.example.org'])).requests).toHaveLength(1)
  expect((await run(words, { env: { KIVA_BASE_URL: 'https://api.example.org' } })).requests).toHaveLength(1)
})

test('a full URL cannot be used with the sandbox, which has none', async () => {
  const { stderr } = await run(['--sandbox', 'api', 'https://api.kivaws.org/v1/loans/newest'])
  expect(JSON.parse(stderr).error.message).toBe(
    'https://api.kivaws.org is not on the API of this run, the sandbox',
  )
})

test('an error does not repeat the password of a URL', async () => {
  const { stderr } = await run(['api', 'https://robin:pass-word@api.kivaws.org/v1/loans/newest'])
  expect(stderr).not.toContain('pass-word')
})

test.each(['C:/Program Files/Git/v1/loans', 'c:/msys64/v1/loans/84.json'])(
  '%s, which Git Bash makes of a path, is refused with the way out',
  async (path) => {
    const { code, stderr, requests } = await run(['api', path])
    expect([code, requests]).toEqual([2, []])
    const { message, hint } = JSON.parse(stderr).error
    expect(message).toBe(`"${path}" is a path of Windows, not of the API`)
    expect(hint).toContain('MSYS_NO_PATHCONV=1')
  },
)
