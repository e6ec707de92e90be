/** One reading of the command line: where options stand, whose help is shown, how errors are told. */
import { describe, expect, test } from 'vitest'
import { jsonReply, run } from '../harness.ts'

const empty = async () => jsonReply({ paging: { page: 1, total: 0, page_size: 20, pages: 0 } })

describe('help belongs to the command that is named, wherever it is asked for', () => {
  test.each([
    [['--help', 'loans', 'search']],
    [['loans', '--help', 'search']],
    [['loans', 'search', '-h']],
    [['help', 'loans', 'search']],
    [['-o', 'json', 'loans', 'search', '--help', '--status', 'funded']],
  ])('%j', async (words) => {
    const { code, stdout } = await run(words)
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Search loans. Sends GET /v1/loans/search.'])
  })

  test('an alias has the page of its command', async () => {
    const { stdout } = await run(['help', 'loans', 'get'])
    expect(stdout).toBe((await run(['loans', 'show', '--help'])).stdout)
  })

  test('the version is asked of kiva alone', async () => {
    expect((await run(['-V'])).stdout).toMatch(/^\d/)
    expect((await run(['loans', 'newest', '--version'])).code).toBe(2)
  })
})

describe('an option counts wherever it stands, the last one most', () => {
  test.each([
    [['-o', 'xml', 'loans', 'newest'], '<?xml'],
    [['loans', '-o', 'xml', 'newest'], '<?xml'],
    [['-o', 'json', 'loans', 'newest', '-o', 'xml'], '<?xml'],
    [['loans', 'newest', '-qo', 'xml'], '<?xml'],
    [['loans', 'newest', '--output=json', '-oxml'], '<?xml'],
    [['-o', 'xml', 'loans', 'newest', '-o', 'json'], '[]'],
  ])('%j', async (words, begins) => {
    const { stdout } = await run(words, { send: empty })
    expect(stdout.startsWith(begins)).toBe(true)
  })
})

describe('how errors are told', () => {
  const wrong = ['loans', 'search', '--status', 'payd']
  test.each([
    ['a pipe: a program reads', {}, [], true],
    ['a terminal: a person reads', { terminal: 80 }, [], false],
    ['a format of programs by name, on a terminal', { terminal: 80 }, ['-o', 'json'], true],
    ['by the environment', { terminal: 80, env: { KIVA_OUTPUT: 'ndjson' } }, [], true],
    ['by the last -o', {}, ['-o', 'json', '-qo', 'table'], false],
    ['another format than JSON', {}, ['-o', 'xml'], false],
    ['with an unknown option behind it', {}, ['-o', 'table', '--nosuch'], false],
    ['with an unknown option before it', {}, ['--nosuch', '-o', 'table'], false],
    ['a format that is none', {}, ['-o', 'jsn'], true],
  ])('%s', async (_, options, words, isJson) => {
    const { code, stderr } = await run([...wrong, ...words], options)
    expect([code, stderr.startsWith('{"error":')]).toEqual([2, isJson])
  })

  test('stdout in a pipe, stderr a terminal: words', async () => {
    const { code, stderr } = await run(wrong, { stderrTerminal: 80 })
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: --status does not know "payd"'])
  })

  test('a value of another option is no format', async () => {
    const { stderr } = await run(['loans', 'search', '--q', '-o', '--status', 'payd', '-o', 'table'])
    expect(stderr.startsWith('error: ')).toBe(true)
  })
})

describe('an address given as a flag beats KIVA_SANDBOX', () => {
  const env = { KIVA_SANDBOX: '1' }
  test.each([
    [['--base-url', 'https://api.example.org'], 'https://api.example.org'],
    [['--auth-url', 'https://www.example.org'], 'https://api.kivaws.org'],
    [['--no-sandbox'], 'https://api.kivaws.org'],
    [['--sandbox', '--no-sandbox'], 'https://api.kivaws.org'],
  ])('%j', async (flags, origin) => {
    const { requests } = await run(['loans', 'newest', ...flags], { env, send: empty })
    expect(requests.map(({ url }) => new URL(url).origin)).toEqual([origin])
  })

  test.each([[['loans', 'newest']], [['loans', 'newest', '--no-sandbox', '--sandbox']]])(
    'otherwise the sandbox answers: %j',
    async (words) => {
      const { code, stdout, requests } = await run(words, { env })
      expect([code, requests, stdout.length > 100]).toEqual([0, [], true])
    },
  )

  test('a password in an address is never told', async () => {
    for (const address of ['https://me:hush-hush@api.example.org', 'me:hush-hush@', '::hush-hush@@']) {
      const { code, stderr } = await run(['loans', 'newest', '--base-url', address])
      expect([code, stderr.includes('hush-hush')]).toEqual([2, false])
    }
  })
})

test('what to look at next keeps the mode of this run', async () => {
  const show = ['loans', 'show', '2100001', '-o', 'table']
  expect((await run(['--sandbox', ...show])).stdout).toContain('kiva --sandbox loans lenders 2100001')
  const send = async () => jsonReply({ loans: [{ id: 2100001, name: 'Amina' }] })
  const { stdout } = await run(['--base-url', 'https://api.example.org', ...show], { send })
  expect(stdout).toContain('kiva --base-url https://api.example.org loans updates 2100001')
  expect((await run(show, { send })).stdout).toContain('\nkiva loans lenders 2100001')
})

test('made-up data is marked on a terminal, and there only', async () => {
  const words = ['--sandbox', 'loans', 'newest', '--limit', '2']
  const { stderr } = await run(words, { terminal: 80, env: { FORCE_COLOR: '1' } })
  expect(stderr).toContain('\x1b[2mMade-up data of the sandbox.\x1b[22m\n')
  expect((await run(['-q', ...words], { terminal: 80 })).stderr).toBe('')
  expect((await run(words)).stderr).not.toContain('Made-up')
})

test('an option that the service ignores is told', async () => {
  const words = ['lenders', 'search', '--q', 'tea', '--occupation', 'nurse']
  expect((await run(words, { send: empty })).stderr).toContain('ignores --occupation where --q is given')
})

describe('a country is known by its name, though the option is another', () => {
  test.each([
    [['--country', 'kenya'], 'Did you mean --country-code KE?'],
    [['--country=Viet Nam'], 'Did you mean --country-code VN?'],
    [['--country'], 'Did you mean --country-code?'],
    [['--country', 'zzzz'], 'Did you mean --country-code?'],
    [['--statu', 'kenya'], 'Did you mean --status?'],
  ])('%j', async (words, hint) => {
    const { code, stderr } = await run(['loans', 'search', ...words])
    expect([code, stderr.includes(hint)], stderr).toEqual([2, true])
  })
})
