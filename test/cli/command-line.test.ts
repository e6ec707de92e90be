/** Parsing the command line: the position of options, the help shown, the format of errors. */
import { describe, expect, test } from 'vitest'
import { jsonReply, run } from '../harness.ts'

const empty = async () => jsonReply({ paging: { page: 1, total: 0, page_size: 20, pages: 0 } })

describe('--help shows the help of the named command in any position', () => {
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

  test('an alias has the help page of its command', async () => {
    const { stdout } = await run(['help', 'loans', 'get'])
    expect(stdout).toBe((await run(['loans', 'show', '--help'])).stdout)
  })

  test('-V prints the version, and a command does not accept --version', async () => {
    expect((await run(['-V'])).stdout).toMatch(/^\d/)
    expect((await run(['loans', 'newest', '--version'])).code).toBe(2)
  })
})

describe('an option works in any position, and the last one wins', () => {
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

describe('errors are JSON or text', () => {
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

  test('an error is text if stdout is a pipe and stderr a terminal', async () => {
    const { code, stderr } = await run(wrong, { stderrTerminal: 80 })
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: invalid value "payd" for --status'])
  })

  test('-o as the value of another option does not set the format', async () => {
    const { stderr } = await run(['loans', 'search', '--q', '-o', '--status', 'payd', '-o', 'table'])
    expect(stderr.startsWith('error: ')).toBe(true)
  })
})

test('a word that looks like an option is a value where no file is expected, and a file behind =', async () => {
  const { requests } = await run(['loans', 'search', '--q', '--limit', '--limit', '1'], { send: empty })
  expect(requests[0]?.url).toContain('q=--limit')
  const { code, stderr } = await run(['loans', 'newest', '--out', '-found', '--wire', 'x'])
  expect([code, stderr.includes('for --wire')]).toEqual([2, true])
  const joined = await run(['loans', 'newest', '--out=--limit', '--wire', 'x'])
  expect([joined.code, joined.stderr.includes('for --wire')]).toEqual([2, true])
})

test('a word that begins with a comment of SQL is an argument, and as the value of an option it is unchanged', async () => {
  const { requests } = await run(['loans', 'search', '--q', '-- a'], { send: empty })
  expect(new URL(requests[0]?.url ?? '').searchParams.get('q')).toBe('-- a')
  const { code, stderr } = await run(['loans', 'search', '--a b\nc', '-o', 'table'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('unexpected argument "--a b')])
  const unknown = await run(['loans', 'search', '--a=b\nc', '-o', 'table'])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/unknown option .?--a=b/)])
})

describe('an address option or --no-sandbox overrides KIVA_SANDBOX', () => {
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
    'without them, or with a later --sandbox, the sandbox answers: %j',
    async (words) => {
      const { code, stdout, requests } = await run(words, { env })
      expect([code, requests, stdout.length > 100]).toEqual([0, [], true])
    },
  )

  test('an error does not repeat the password of a URL', async () => {
    for (const address of ['https://me:hush-hush@api.example.org', 'me:hush-hush@', '::hush-hush@@']) {
      const { code, stderr } = await run(['loans', 'newest', '--base-url', address])
      expect([code, stderr.includes('hush-hush')]).toEqual([2, false])
    }
  })
})

test('suggested commands keep --sandbox or --base-url', async () => {
  const show = ['loans', 'show', '2100001', '-o', 'table']
  expect((await run(['--sandbox', ...show])).stdout).toContain('kiva --sandbox loans lenders 2100001')
  const send = async () => jsonReply({ loans: [{ id: 2100001, name: 'Amina' }] })
  const { stdout } = await run(['--base-url', 'https://api.example.org', ...show], { send })
  expect(stdout).toContain('kiva --base-url https://api.example.org loans updates 2100001')
  expect((await run(show, { send })).stdout).toContain('\nkiva loans lenders 2100001')
})

test('a footer marks sandbox data on a terminal only, and -q removes it', async () => {
  const words = ['--sandbox', 'loans', 'newest', '--limit', '2']
  const { stderr } = await run(words, { terminal: 80, env: { FORCE_COLOR: '1' } })
  expect(stderr).toMatch(
    /^\n\x1b\[2m2 of \d+ loans \(sandbox\) · next: kiva --sandbox loans show \d+\x1b\[22m\n$/,
  )
  const page = ['--sandbox', 'loans', 'show', '2100001']
  expect((await run(page, { terminal: 80, env: { NO_COLOR: '1' } })).stderr).toBe(
    '\nSandbox data (made up) · next: kiva --sandbox partners show 101\n',
  )
  const none = ['--sandbox', 'loans', 'search', '--q', 'zzzz']
  expect((await run(none, { terminal: 80 })).stderr).toBe('No loans found in the sandbox.\n')
  expect((await run(['-q', ...words], { terminal: 80 })).stderr).toBe('')
  expect((await run(words)).stderr).not.toMatch(/sandbox|made up/)
})

test('a warning names an option that the service ignores', async () => {
  const words = ['lenders', 'search', '--q', 'tea', '--occupation', 'nurse']
  expect((await run(words, { send: empty })).stderr).toContain('ignores --occupation if --q is given')
})

describe('a country or a region may be given by its name', () => {
  const sent = async (...words: readonly string[]) => {
    const { code, requests } = await run(['loans', 'search', ...words], { send: empty })
    expect(code).toBe(0)
    return new URL(requests[0]?.url ?? '').searchParams
  }

  test.each([
    ['--country-code', 'kenya', 'KE'],
    ['--country', 'kenya', 'KE'],
    ['--country', 'ke', 'KE'],
    ['--country', "cote d'ivoire", 'CI'],
    ['--country-code', 'Viet Nam,pe,Trinidad and Tobago', 'VN,PE,TT'],
    ['--country-code', 'USA', 'US'],
    ['--country-code', 'congo (kinshasa)', 'CD'],
    ['--country-code', 'uk', 'GB'],
    ['--country-code', 'South Sudan,kosovo,Gaza', 'SS,QS,XK,GZ'],
    ['--country-code', 'netherlands antilles,Serbia and Montenegro', 'AN,CS'],
  ])('%s %s', async (option, text, code) => {
    expect((await sent(option, text)).get('country_code')).toBe(code)
    expect((await sent(`${option}=${text}`)).get('country_code')).toBe(code)
  })

  test.each([
    ['africa', 'af'],
    ['Eastern Europe', 'ee'],
    ['north-america,sa', 'na,sa'],
  ])('--region %s', async (text, code) => {
    expect((await sent('--region', text)).get('region')).toBe(code)
  })

  test('a name of two countries, and of three regions, is an error that lists the codes', async () => {
    const congo = await run(['loans', 'search', '--country', 'congo'])
    expect(congo.code).toBe(2)
    expect(congo.stderr).toContain('Congo (Kinshasa) is CD, Congo (Brazzaville) is CG.')
    const america = await run(['loans', 'search', '--region', 'america'])
    expect(america.code).toBe(2)
    expect(america.stderr).toContain(
      'Did you mean na (North America) or ca (Central America) or sa (South America)?',
    )
  })

  test('a name with an error gets the nearest country', async () => {
    const { code, stderr } = await run(['loans', 'search', '--country', 'kenja'])
    expect(code).toBe(2)
    expect(stderr).toContain('Kenya is KE.')
  })

  test.each([
    ['XQ', 'loans', '"XQ" is not a known country code. kiva help countries lists them.\n'],
    ['uq', 'lenders', '"UQ" is not a known country code. Did you mean GB (UK)?\n'],
    ['KE,QS,GZ', 'loans', ''],
    ['AN,CS', 'lenders', ''],
  ])('the code %s is sent, and noted if it is unknown', async (code, resource, note) => {
    const words = [resource, 'search', '--country-code', code, '-o', 'json']
    const send = async () => jsonReply({ [resource]: [{ id: 1 }] })
    expect(await run(words, { send })).toMatchObject({ code: 0, stderr: note })
    expect(await run([...words, '--quiet'], { send })).toMatchObject({ code: 0, stderr: '' })
  })

  test('-v tells what was sent', async () => {
    const words = ['loans', 'search', '--country', 'kenya', '--region', 'AF', '--status', 'In repayment']
    const { stderr } = await run(['-v', ...words], { send: empty })
    expect(stderr).toContain('* --country-code kenya is sent as KE\n')
    expect(stderr).toContain('* --status In repayment is sent as in_repayment\n')
    expect(stderr).not.toContain('--region AF is sent')
    expect((await run(words, { send: empty })).stderr).not.toContain('is sent as')
  })
})

describe('an option that people try gets the right one', () => {
  test.each([
    ['loans search --json', 'Did you mean kiva loans search -o json?'],
    ['loans show 1 --csv', 'Did you mean kiva loans show 1 -o csv?'],
    ['loans search --query maize', 'Did you mean kiva loans search --q maize?'],
    ['loans search --query "maize seed"', 'Did you mean kiva loans search --q "maize seed"?'],
    ['loans search --order-by newest', 'Did you mean kiva loans search --sort-by newest?'],
    ['loans search --order_by=newest', 'Did you mean kiva loans search --sort-by newest?'],
    ['loans newest --per-page 50', 'Did you mean kiva loans newest --limit 50?'],
    ['loans newest --per-page', 'Did you mean --limit?'],
    ['loans newest --status funded', 'Did you mean kiva loans search --status funded?'],
    ['loans newest --country kenya', 'Did you mean kiva loans search --country-code kenya?'],
    ['loans search --only @kenya', "Did you mean kiva loans show '@kenya' -o table?"],
    ['loans lenders 2100001 --only=a,b', 'Did you mean kiva lenders show a,b -o table?'],
    ['teams search --only', 'Did you mean kiva teams show <ids...> -o table?'],
    ['loans search --statu kenya', 'Did you mean --status?'],
    ['api loans/newest --port 8080', 'Did you mean kiva sandbox --port 8080?'],
    ['loans search --fields id name', 'Did you mean --fields id,name?'],
    ['loans search --fields id, name', 'Did you mean --fields id,name?'],
    ['loans show 2100001 --fields id name use', 'Did you mean --fields id,name,use?'],
    ['loans show --fields id name 2100001', 'Did you mean --fields id,name?'],
    ['loans ls', 'Did you mean kiva loans search, or kiva loans newest?'],
    ['teams ls', 'Did you mean kiva teams search?'],
    ['lend 2100001', 'To lend on the website: kiva loans show 2100001 --web.'],
    ['lend', 'To lend on the website: kiva loans show <id> --web.'],
  ])('%s', async (line, hint) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    const { code, stderr } = await run(words)
    expect(code).toBe(2)
    expect(JSON.parse(stderr).error.hint).toContain(hint)
  })

  test('an option that the command lacks is not suggested', async () => {
    const { stderr } = await run(['methods', 'list', '--query', 'x'])
    expect(stderr).not.toContain('Did you mean')
  })
})
