/** `kiva api`: any path of the service, read like a command of its own where there is one. */
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

describe('a path that a command asks for', () => {
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
  ])('kiva api %j is kiva %j', async (path, words) => {
    const [byPath, byName] = [await run(['--sandbox', 'api', ...path]), await run(['--sandbox', ...words])]
    expect(byPath.stdout).not.toBe('')
    expect([byPath.code, byPath.stdout, byPath.stderr]).toEqual([byName.code, byName.stdout, byName.stderr])
  })

  test('is signed where that needs a login, and nowhere else', async () => {
    const options = { env: login, ...answer({ user_account: { id: 7 } }) }
    const signed = await run(['api', 'my/account'], options)
    expect(signed.requests[0]?.headers['authorization']).toMatch(/^OAuth /)
    expect(JSON.parse(signed.stdout)).toEqual({ id: 7 })
    for (const path of ['loans/newest', 'my/loans', 'my/account/x'])
      expect((await run(['api', path], options)).requests[0]?.headers['authorization']).toBeUndefined()
    expect((await run(['api', 'my/account'])).code).toBe(4)
  })

  test('ids that did not come are told', async () => {
    const { code, stderr } = await run(['--sandbox', 'api', 'loans/2100001,99'])
    expect(code).toBe(9)
    expect(stderr).toContain('99')
  })
})

describe('a path that nobody knows', () => {
  test('prints its records, with their own keys for columns', async () => {
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

  test('prints one object as one', async () => {
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

  test('is asked once for what is one object, with --all too', async () => {
    const { requests, stderr } = await run(['api', 'thing', '--all'], answer({ id: 1 }))
    expect([requests.length, stderr]).toEqual([1, ''])
  })

  test('says that there is none', async () => {
    const { code, stdout, stderr } = await run(['api', 'things'], answer({ things: [] }))
    expect([code, stdout, stderr]).toEqual([0, '[]\n', 'No records found.\n'])
    expect((await run(['api', 'things'], answer({}, 404))).code).toBe(5)
  })

  test.each([
    ['nosuch', '"kiva --sandbox methods list" shows all paths.'],
    ['loans/84/lendres', 'Did you mean loans/:id/lenders? "kiva --sandbox methods list" shows all paths.'],
    ['lones/84', 'Did you mean loans/:ids? "kiva --sandbox methods list" shows all paths.'],
  ])('that is not there, %s: where to look for it', async (path, hint) => {
    for (const more of [[], ['--wire', 'json']]) {
      const { code, stdout, stderr } = await run(['--sandbox', 'api', path, ...more])
      expect([code, stdout, JSON.parse(stderr).error.hint]).toEqual([5, '', hint])
    }
  })

  test('that another command asks for: which ids are unknown stays the question', async () => {
    const { stderr } = await run(['--sandbox', 'api', 'loans/1'])
    expect(JSON.parse(stderr).error.hint).toBe('Check the ids.')
  })

  test('is passed on with --wire, in any format', async () => {
    const { stdout, requests } = await run(['api', 'things.rss'], { send: async () => textReply('<rss/>') })
    expect([stdout, requests[0]?.url]).toEqual(['<rss/>', 'https://api.kivaws.org/v1/things.rss'])
  })
})

test('goes to a file, and goes on from a checkpoint of the same path only', async () => {
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

test('an address belongs to the service of the run', async () => {
  const words = ['api', 'https://api.example.org/v1/loans/newest.json']
  expect((await run(words)).code).toBe(2)
  expect((await run([...words, '--base-url', 'https://api.example.org'])).requests).toHaveLength(1)
  expect((await run(words, { env: { KIVA_BASE_URL: 'https://api.example.org' } })).requests).toHaveLength(1)
})

test('a password in an address is not repeated', async () => {
  const { stderr } = await run(['api', 'https://robin:pass-word@api.kivaws.org/v1/loans/newest'])
  expect(stderr).not.toContain('pass-word')
})
