/** `kiva shortlist`, and `@NAME` in place of ids. */
import { describe, expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import { serviceOf } from '../explore/session.ts'
import { type RunOptions, run } from '../harness.ts'

const state = (files: Readonly<Record<string, string>> = {}) => new Map(Object.entries(files))
const spring = { 'shortlists/spring.txt': '# mine\n2100001  # 🌱 first\n2100002\n' }

async function json(words: readonly string[], options: RunOptions) {
  const { code, stdout, stderr } = await run([...words, '-o', 'json'], options)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** Returns the error of a run that prints nothing else. */
async function problem(words: readonly string[], options: RunOptions = {}) {
  const { code, stdout, stderr, requests } = await run([...words, '-o', 'json'], options)
  expect([stdout, requests]).toEqual(['', []])
  return { code, ...JSON.parse(stderr).error }
}

describe('shortlist add', () => {
  test('creates a list, then adds to it', async () => {
    const files = state()
    const first = await json(['shortlist', 'add', 'spring', '2100001', '#2100002,2100001'], { state: files })
    expect(first).toEqual({
      name: 'spring',
      added: 2,
      present: 0,
      ids: 2,
      path: '/state/shortlists/spring.txt',
    })
    const more = ['shortlist', 'add', 'spring', '2100002', '2100003', '--note', 'ends soon 🌾']
    expect(await json(more, { state: files })).toMatchObject({ added: 1, present: 1, ids: 3 })
    expect(files.get('shortlists/spring.txt')).toBe(
      '2100001\n2100002  # ends soon 🌾\n2100003  # ends soon 🌾\n',
    )
  })

  test('prints a sentence for people', async () => {
    const { stdout } = await run(['shortlist', 'add', 'spring', '2100001', '84'], {
      terminal: 80,
      state: state(spring),
    })
    expect(stdout).toBe('Added 1 id to spring (1 already there). @spring now stands for 3 ids.\n')
  })

  test('takes addresses of pages, standard input and other lists', async () => {
    const files = state(spring)
    await run(
      ['shortlist', 'add', 'all', 'https://www.kiva.org/lender/robin1001', '-', '@spring', '2100002'],
      { state: files, stdin: '84, 85\n\n#86\nhttps://www.kiva.org/lend/87?x=1\n' },
    )
    expect(files.get('shortlists/all.txt')?.split('\n')).toEqual([
      'robin1001',
      ...['84', '85', '86', '87'],
      ...['2100001', '2100002', ''],
    ])
  })

  test('takes 10,000 ids', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => String(2_100_000 + at))
    const files = state()
    for (const added of [10_000, 0]) {
      const words = ['shortlist', 'add', 'big', '-', ...ids.slice(0, 10)]
      expect(await json(words, { state: files, stdin: ids.join('\n') })).toMatchObject({ added, ids: 10_000 })
    }
    expect(files.get('shortlists/big.txt')).toBe(`${ids.join('\n')}\n`)
    const { requests } = await run(['loans', 'show', '@big', '-o', 'ndjson'], { state: files })
    const asked = requests.flatMap(({ url }) => /loans\/([\d,]+)\.json/.exec(url)?.[1]?.split(',') ?? [])
    expect(asked).toEqual(ids)
  })

  test.each([
    [['a/b'], '<ids>'],
    [['a b'], '<ids>'],
    [['a\u0085b'], '<ids>'],
    [['a\u2028b'], '<ids>'],
    [['#nosuch'], '<ids>'],
    [['https://example.org/'], '<ids>'],
    [['https://www.kiva.org/about/84'], '<ids>'],
    [['https://www.kiva.org/lend/%ff'], '<ids>'],
    [['https://www.kiva.org/lend/a%0ab'], '<ids>'],
    [['--', '-5'], '<ids>'],
    [[','], 'missing value for <ids>'],
    [['-'], 'missing value for <ids>'],
    [[], 'missing required argument <ids>'],
    [['@nosuch'], 'unknown shortlist "nosuch"'],
  ])('of %j is a usage error', async (words, says) => {
    const files = state()
    const { code, stderr } = await run(['shortlist', 'add', 'spring', ...words], { state: files })
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, expect.stringContaining(says)])
    expect([...files]).toEqual([])
  })
})

describe('a name', () => {
  test.each(['', '..', '../x', 'a/b', 'a b', 'a.txt', '-x', 'é', 'a\nb', 'a\0', 'x'.repeat(65), '@@a'])(
    '%j is refused by every command',
    async (name) => {
      for (const words of [
        ['shortlist', 'add', '--', name, '84'],
        ['shortlist', 'remove', '--', name],
        ['shortlist', 'list', '--', name],
      ]) {
        const { code, stderr } = await run(words, { state: state(spring) })
        expect([code, JSON.parse(stderr).error]).toEqual([
          2,
          expect.objectContaining({ hint: 'Use up to 64 letters, digits, - and _.' }),
        ])
      }
    },
  )

  test.each(['__proto__', 'constructor', 'toString', '1', '_', 'con', 'A-b_9'])(
    '%s is an ordinary name',
    async (name) => {
      const files = state()
      expect((await problem(['loans', 'show', `@${name}`], { state: files })).message).toBe(
        `unknown shortlist "${name}"`,
      )
      await run(['shortlist', 'add', `@${name}`, '84'], { state: files })
      expect(await json(['shortlist', 'list'], { state: files })).toMatchObject([{ name, ids: 1 }])
      expect(await json(['shortlist', 'list', name], { state: files })).toEqual([{ id: '84', note: '' }])
    },
  )
})

describe('shortlist remove', () => {
  const files = () => state({ ...spring, 'shortlists/other.txt': '84\n' })

  test('removes ids and names those that the list lacks', async () => {
    const lists = files()
    const removed = await json(['shortlist', 'remove', 'spring', '2100001', '7'], { state: lists })
    expect(removed).toEqual({
      name: 'spring',
      deleted: false,
      removed: [{ id: '2100001', note: '🌱 first' }],
      missing: ['7'],
      path: '/state/shortlists/spring.txt',
    })
    expect(lists.get('shortlists/spring.txt')).toBe('# mine\n2100002\n')
    const { stdout } = await run(['shortlist', 'remove', 'spring', '-'], {
      terminal: 80,
      state: lists,
      stdin: ['2100002'],
    })
    expect(stdout).toContain('Removed 1 id from spring: 2100002.\n')
    expect(lists.get('shortlists/spring.txt')).toBe('# mine\n')
  })

  test('without ids deletes the list and prints its content', async () => {
    const lists = files()
    const { stdout } = await run(['shortlist', 'remove', 'spring'], { terminal: 80, state: lists })
    expect(stdout).toBe('Deleted spring with 2 ids:\n  2100001  # 🌱 first\n  2100002\n')
    expect([...lists.keys()]).toEqual(['shortlists/other.txt'])
    expect((await problem(['shortlist', 'remove', 'spring'], { state: lists })).message).toBe(
      'unknown shortlist "spring"',
    )
  })
})

describe('shortlist list', () => {
  test('prints names and counts, and the ids of one list', async () => {
    const lists = state({
      ...spring,
      'shortlists/a.txt': '',
      'shortlists/notes.doc': 'x',
      'saved.json': '{}',
    })
    expect(await json(['shortlist', 'list'], { state: lists })).toEqual([
      { name: 'a', ids: 0, path: '/state/shortlists/a.txt' },
      { name: 'spring', ids: 2, path: '/state/shortlists/spring.txt' },
    ])
    expect(await json(['shortlist', 'list', 'spring'], { state: lists })).toEqual([
      { id: '2100001', note: '🌱 first' },
      { id: '2100002', note: '' },
    ])
    lists.set('shortlists/long.txt', '84  # short\n2100001  # long\n')
    const shown = async (...words: readonly string[]) =>
      (await run(['shortlist', 'list', ...words], { terminal: 80, state: lists })).stdout
    expect(await shown()).toBe('a       0 ids\nlong    2 ids\nspring  2 ids\n')
    expect(await shown('a')).toBe('This shortlist is empty.\n')
  })

  test('shows on a terminal what the loans are, 50 in a request', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => 2_100_001 + at)
    const lists = new Map([
      ['shortlists/many.txt', `${ids.join('\n')}\n`],
      ['shortlists/spring.txt', '2100001  # 🌱 first\n2100080\n99\nkiva-team  # a team\n'],
    ])
    const requests: string[] = []
    const list = async (name: string, terminal?: number) => {
      const service = serviceOf()
      const send: Send = (request, signal) => {
        requests.push(new URL(request.url).pathname)
        return service(request, signal)
      }
      return run(['shortlist', 'list', name, '--color', 'never'], {
        ...(terminal && { terminal }),
        state: lists,
        send,
      })
    }
    const { stdout, stderr } = await list('spring', 80)
    expect(stdout.split('\n')).toEqual([
      'spring                                                                     4 ids',
      '',
      expect.stringMatching(/^ {2}2100001 {2}Amina's Group {2}fundraising · \d+ days left · 🌱 first$/),
      expect.stringMatching(/^ {2}2100080 {2}\w+ +\w/),
      '       99                 not found',
      'kiva-team                 not a loan · a team',
      '',
      'kiva loans show @spring',
      '',
    ])
    expect([requests.splice(0), stderr]).toEqual([['/v1/loans/2100001,2100080,99.json'], ''])
    await list('many', 80)
    expect(requests.splice(0).map((path) => path.split(',').length)).toEqual([50, 10])
    expect((await list('spring')).stdout).toContain('"note": "🌱 first"')
    expect(requests).toEqual([])
  })

  test('shows ids and notes on a terminal where the loans cannot be read, and says so', async () => {
    const send = async () => ({ status: 500, headers: {}, body: new TextEncoder().encode('{}') })
    const lists = new Map([['shortlists/long.txt', '84  # short\n2100001  # long\n']])
    const broken = await run(['shortlist', 'list', 'long'], { terminal: 80, state: lists, send })
    expect([broken.code, broken.stdout]).toEqual([0, '84       # short\n2100001  # long\n'])
    expect(broken.stderr).toMatch(/Only ids and notes: /)
    const offline = await run(['shortlist', 'list', 'long', '--offline'], {
      terminal: 80,
      state: lists,
      send,
    })
    expect([offline.code, offline.stdout]).toEqual([0, '84       # short\n2100001  # long\n'])
    expect(offline.stderr).toMatch(/Only ids and notes: not in the cache/)
  })

  test('says so if there are none', async () => {
    expect(await json(['shortlist', 'list'], { state: state() })).toEqual([])
    const { code, stdout } = await run(['shortlist', 'list'], { terminal: 80, state: state() })
    expect([code, stdout]).toEqual([0, 'No shortlists. Create one with kiva shortlist add NAME <ids>.\n'])
  })
})

describe('@NAME', () => {
  const lists = () =>
    state({
      ...spring,
      'shortlists/others.txt': '2100003\n2100002\n',
      'shortlists/people.txt': 'robin1001\n',
    })
  const pathsOf = async (...words: readonly string[]) =>
    (await run(words, { state: lists() })).requests.map(({ url }) => new URL(url).pathname)

  test.each([
    [['loans', 'show', '@spring'], '/v1/loans/2100001,2100002.json'],
    [['loans', 'show', '84', '@spring', '85', '@others'], '/v1/loans/84,2100001,2100002,85,2100003.json'],
    [['loans', 'get', '84,@others'], '/v1/loans/84,2100003,2100002.json'],
    [['lenders', 'show', '@people'], '/v1/lenders/robin1001.json'],
    [['teams', 'show', '@spring'], '/v1/teams/2100001,2100002.json'],
    [['teams', 'using-shortname', '@people'], '/v1/teams/using_shortname/robin1001.json'],
  ])('in %j requests the ids of the list', async (words, path) => {
    expect(await pathsOf(...words)).toEqual([path])
  })

  test('mixes with standard input', async () => {
    const { requests } = await run(['loans', 'show', '@spring', '-', '86'], {
      state: lists(),
      stdin: '84\n85\n',
    })
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      '/v1/loans/2100001,2100002,84,85,86.json',
    ])
  })

  test.each([
    [
      ['loans', 'show', '@sprng'],
      'unknown shortlist "sprng"',
      'Did you mean spring? Existing names: others, people, spring.',
    ],
    [
      ['loans', 'show', '@nothing-like-it'],
      'unknown shortlist "nothing-like-it"',
      'Existing names: others, people, spring.',
    ],
    [['loans', 'show', '@'], 'invalid shortlist name ""', 'Use up to 64'],
    [['loans', 'show', '@../spring'], 'invalid shortlist name "../spring"', 'Use up to 64'],
    [
      ['loans', 'show', '@people'],
      'invalid value "robin1001" for @people: expected a whole number',
      undefined,
    ],
    [['lenders', 'loans', '@people'], 'invalid value "@people" for <id>', 'several ids'],
    [['loans', 'lenders', '@spring'], 'invalid value "@spring" for <id>', 'several ids'],
  ])('%j is a usage error', async (words, message, hint) => {
    const error = await problem(words, { state: lists() })
    expect([error.code, error.message]).toEqual([2, expect.stringContaining(message)])
    if (hint !== undefined) expect(error.hint).toContain(hint)
  })

  test('of an empty list is a usage error, and so is any name if there are no lists', async () => {
    const empty = state({ 'shortlists/spring.txt': '# nothing yet\n' })
    expect(await problem(['loans', 'show', '@spring'], { state: empty })).toMatchObject({
      code: 2,
      message: 'the shortlist "spring" is empty',
      hint: 'Add ids with kiva shortlist add spring <ids>.',
    })
    expect(await problem(['loans', 'show', '@spring'])).toMatchObject({
      code: 2,
      hint: 'Create it with kiva shortlist add spring <ids>.',
    })
  })
})

describe('the name me', () => {
  test('is refused for a new list', async () => {
    expect(await problem(['shortlist', 'add', 'me', '84'])).toEqual({
      code: 2,
      kind: 'usage',
      message: 'invalid shortlist name "me"',
      hint: '@me stands for your own lender id. Choose another name.',
      exit_code: 2,
    })
  })

  test.each(['list', 'remove'])('has no hint to create it where %s finds no such list', async (verb) => {
    expect(await problem(['shortlist', verb, 'me'])).toMatchObject({
      code: 2,
      message: 'invalid shortlist name "me"',
      hint: '@me stands for your own lender id. Choose another name.',
    })
  })

  test('list and remove read a file of that name', async () => {
    const files = state({ 'shortlists/me.txt': '84  # old\n85\n' })
    expect(await json(['shortlist', 'list', 'me'], { state: files })).toHaveLength(2)
    await json(['shortlist', 'remove', '@me', '84'], { state: files })
    expect(files.get('shortlists/me.txt')).toBe('85\n')
    await json(['shortlist', 'remove', 'me'], { state: files })
    expect(files.size).toBe(0)
  })

  test('@me adds the lender id to a list', async () => {
    const files = state()
    const options = { state: files, env: { KIVA_LENDER: 'robin1001' } }
    await json(['shortlist', 'add', 'lenders', 'ada', '@me'], options)
    expect(files.get('shortlists/lenders.txt')).toBe('ada\nrobin1001\n')
    await json(['shortlist', 'remove', 'lenders', '@me'], options)
    expect(files.get('shortlists/lenders.txt')).toBe('ada\n')
  })
})
