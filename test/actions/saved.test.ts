/** `kiva saved`: command lines that run again. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Ran, type RunOptions, run } from '../harness.ts'
import { requestLines } from '../oracles/request-lines.ts'

type State = Map<string, string>

/** Returns a state folder with saved commands. */
const holding = (commands: Readonly<Record<string, readonly string[]>>): State =>
  new Map([['saved.json', JSON.stringify({ v: 1, commands })]])

const savedIn = (state: State) => JSON.parse(state.get('saved.json') ?? '{}').commands

const food = ['loans', 'search', '--sector', 'Food', '--limit', '3']

/** Runs a command, and returns the parts of its result that a user sees. */
async function shown(words: readonly string[], options: RunOptions): Promise<object> {
  const { code, stdout, stderr, requests }: Ran = await run(words, options)
  return { code, stdout, stderr, urls: requests.map(({ url }) => url) }
}

async function problem(words: readonly string[], state: State = new Map()) {
  const { code, stdout, stderr, requests } = await run(words, { state })
  expect([stdout, requests]).toEqual(['', []])
  return { code, ...JSON.parse(stderr).error }
}

describe('saved add', () => {
  test('saves the arguments unchanged', async () => {
    const state: State = new Map()
    const words = ['loans', 'search', '--q', "it's  $HOME; rm -rf ~", '--param', 'a=', '-vq', '--fields=id']
    const { code, stdout } = await run(['saved', 'add', 'odd', '--', ...words], { state })
    expect(code).toBe(0)
    expect(savedIn(state)).toEqual({ odd: words })
    expect(JSON.parse(stdout)).toEqual({
      name: 'odd',
      command: `kiva loans search --q 'it'\\''s  $HOME; rm -rf ~' --param a= -vq --fields=id`,
      arguments: words,
      look: 'kiva today reads the whole list, at most 5 pages: add --all for more.',
    })
  })

  test.each([
    [['saved', 'add', 'food', ...food]],
    [['saved', 'add', 'food', '--', 'kiva', ...food]],
    [['saved', 'add', '-q', 'food', 'kiva', ...food]],
    [['saved', 'add', '--', 'food', ...food]],
  ])('accepts %j', async (words) => {
    const state: State = new Map()
    expect((await run(words, { state })).code).toBe(0)
    expect(savedIn(state)).toEqual({ food })
  })

  test('keeps the names for completion in a file beside the commands, also for saved remove', async () => {
    const state: State = new Map()
    for (const name of ['soon', 'food', 'b-2_x']) await run(['saved', 'add', name, '--', ...food], { state })
    expect(state.get('saved-names.txt')).toBe('b-2_x\nfood\nsoon\n')
    await run(['saved', 'remove', 'food'], { state })
    expect(state.get('saved-names.txt')).toBe('b-2_x\nsoon\n')
    await run(['saved', 'add', 'no name', '--', ...food], { state })
    for (const name of ['soon', 'b-2_x']) await run(['saved', 'remove', name], { state })
    expect([...state.keys()]).toEqual([])
  })

  const most = ', at most 5 pages: add --all for more.'
  test.each([
    [
      'loans search --status fundraising',
      `kiva today reads up to the first page without a new record${most}`,
    ],
    ['loans search --filter ends:<3d', `kiva today reads the whole list${most}`],
    ['partners list', `kiva today reads the whole list${most}`],
    ['loans search --filter ends:<3d --limit 1', `kiva today reads until it has 1 record${most}`],
    ['loans search --limit 30', 'kiva today reads until it has 30 records.'],
    ['loans search --requests 7', 'kiva today sends 7 requests for it.'],
    ['loans newest --all', 'kiva today reads the whole list.'],
    ['loans newest --page 2', 'kiva today reads this page.'],
    ['loans show 1 2', undefined],
    ['lending-actions recent', undefined],
    ['my account', undefined],
    ['logout', undefined],
  ])('says how much of the list kiva today reads: %s', async (line, words) => {
    const { stdout } = await run(['saved', 'add', 'x', '--', ...line.split(' ')])
    expect(JSON.parse(stdout).look).toBe(words)
  })

  test('accepts a jq expression with its variables', async () => {
    const words = ['loans', 'search', '--where', '.sector == $s', '--arg', 's=Food', '--jq', '.id']
    expect((await run(['saved', 'add', 'food', '--', ...words])).code).toBe(0)
  })

  test('replaces a command of the same name and prints it', async () => {
    const state = holding({ food, other: ['my', 'account'] })
    const { stdout } = await run(['saved', 'add', 'food', '--', 'loans', 'newest'], { state, terminal: 80 })
    expect(stdout).toBe(
      [
        'Saved food: kiva loans newest',
        'It replaces: kiva loans search --sector Food --limit 3',
        'kiva today reads up to the first page without a new record, at most 5 pages: add --all for more.\n',
      ].join('\n'),
    )
    expect(savedIn(state)).toEqual({ food: ['loans', 'newest'], other: ['my', 'account'] })
  })

  test.each([
    [['loans', 'search', '--status', 'fundrasing'], 'invalid value "fundrasing" for --status'],
    [['loans', 'search', '--sectr', 'Food'], 'unknown option --sectr'],
    [['loans', 'serch'], 'unknown command "kiva loans serch"'],
    [['loans', 'show'], 'missing required argument <ids>'],
    [['loans', 'show', '@nosuch'], 'unknown shortlist "nosuch"'],
    [['loans', 'newest', '--timeout', '0'], 'invalid value "0" for --timeout'],
    [['loans', 'search', '--param', 'oauth_token=x'], '--param cannot set oauth_token'],
    [['loans', 'search', '--where', '('], 'invalid jq expression at line 1, column 1'],
    [['api', 'loans/newest', '--jq', 'nosuch'], 'invalid jq expression at line 1, column 1: nosuch/0'],
    [
      ['loans', 'newest', '--watch', '30s', '-o', 'ndjson', '--until', '.['],
      'invalid jq expression at line 1',
    ],
    [['portfolio', 'suggest', 'robin1001', '--jq', '$x'], 'column 1: $x is not defined'],
    [['saved', 'run', 'food'], 'the saved command "new" cannot run another saved command'],
    [['--sandbox', 'saved', 'run', 'food'], 'cannot run another saved command'],
    [['food'], 'the saved command "new" cannot run another saved command'],
    [['-o', 'csv', 'food', '--limit', '3'], 'cannot run another saved command'],
    [['loans'], 'kiva loans only prints help or the version'],
    [['help', 'bulk'], 'only prints help'],
    [['loans', 'newest', '--help'], 'only prints help'],
    [['--version'], 'only prints help'],
    [[], 'missing required argument <command>'],
    [['kiva'], 'missing required argument <command>'],
  ])('refuses %j with its own error', async (words, message) => {
    const state = holding({ food })
    const error = await problem(['saved', 'add', 'new', '--', ...words], state)
    expect([error.code, error.message]).toEqual([2, expect.stringContaining(message)])
    expect(savedIn(state)).toEqual({ food })
  })

  test.each(['', '../x', 'a b', 'a\nb', '@a', 'x'.repeat(65)])('refuses the name %j', async (name) => {
    const error = await problem(['saved', 'add', name, '--', ...food])
    expect([error.code, error.hint]).toEqual([2, 'Use up to 64 letters, digits, - and _.'])
  })

  test.each(['__proto__', 'constructor', 'hasOwnProperty'])('%s is an ordinary name', async (name) => {
    const state: State = new Map()
    expect((await problem(['saved', 'run', name])).message).toBe(`unknown saved command "${name}"`)
    await run(['saved', 'add', name, '--', ...food], { state })
    const { stdout } = await run(['saved', 'list', '-o', 'ndjson'], { state })
    expect(JSON.parse(stdout)).toMatchObject({ name, arguments: food })
    expect((await run(['saved', 'run', name], { state })).requests).toHaveLength(1)
  })
})

describe('saved run', () => {
  const rows = requestLines.map(({ argv, ...row }) => {
    const words = typeof argv === 'string' ? argv.split(' ') : argv
    return { title: JSON.stringify(words).slice(0, 100), words, ...row }
  })
  test.each(rows)('of $title sends the same requests', async ({ words, sends, env, stdin }) => {
    const options = { state: new Map(), ...(env && { env }), ...(stdin !== undefined && { stdin }) }
    const { code, stderr } = await run(['saved', 'add', 'x', '--', ...words], options)
    expect([code, stderr]).toEqual([0, ''])
    const { requests } = await run(['saved', 'run', 'x'], options)
    const lines = requests.map(({ method, url }) => `${method} ${url}`)
    expect(lines).toEqual([sends].flat().map((line) => line.replace(' ', ' https://api.kivaws.org')))
  })

  test.each([
    [
      ['--limit', '5'],
      ['--limit', '5'],
    ],
    [
      ['-L', '5', '-o', 'ndjson'],
      ['--limit', '5', '-o', 'ndjson'],
    ],
    [
      ['--sector', 'Retail'],
      ['--sector', 'Food,Retail', '--limit', '3'],
    ],
    [
      ['--', '-x'],
      ['--limit', '3', '--', '-x'],
    ],
    [
      ['--limit', 'no'],
      ['--limit', 'no'],
    ],
    [['--nosuch'], ['--nosuch']],
    [['-v'], ['--limit', '3', '-v']],
    [
      ['--color', 'always', '-o', 'table'],
      ['--limit', '3', '--color', 'always', '-o', 'table'],
    ],
  ])('with %j equals the command with it', async (more, options) => {
    const state = holding({ food })
    const typed = ['loans', 'search', ...(options[0] === '--sector' ? [] : ['--sector', 'Food']), ...options]
    for (const world of [{}, { terminal: 80 }]) {
      const [saved, direct] = [
        await shown(['--sandbox', 'saved', 'run', 'food', ...more], { state, ...world }),
        await shown(['--sandbox', ...typed], { state, ...world }),
      ]
      expect(saved).toEqual(direct)
    }
  })

  test('the hint for a word too many is the whole line, with the options of both', async () => {
    expect(await problem(['saved', 'run', 'food', 'stray'], holding({ food }))).toMatchObject({
      code: 2,
      message: 'unexpected argument "stray"',
      hint: expect.stringContaining('kiva loans search --q stray --sector=Food --limit=3'),
    })
  })

  test.each([
    [['--sandbox', 'saved', 'run', 'food']],
    [['saved', '--sandbox', 'run', 'food']],
    [['saved', 'run', '--sandbox', 'food']],
    [['saved', 'run', 'food', '--sandbox']],
  ])('%j runs in the sandbox', async (words) => {
    const { code, requests, stdout } = await run(words, { state: holding({ food }) })
    expect([code, requests, JSON.parse(stdout).length]).toEqual([0, [], 3])
  })

  test('options given now override saved ones, flags and their opposites too', async () => {
    const state = holding({ food: ['--sandbox', '--timeout', '9', ...food, '-o', 'csv'] })
    const { requests } = await run(['saved', 'run', 'food', '--no-sandbox', '-o', 'json'], { state })
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.kivaws.org/v1/loans/search.json?sector=Food',
    ])
  })

  test('keeps words after -- as words, and appends options before them', async () => {
    const state = holding({ odd: ['lenders', 'show', '--', '-ada', 'robin'] })
    const { requests } = await run(['saved', 'run', 'odd', '--param', 'x=1', 'eve'], { state })
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.kivaws.org/v1/lenders/eve,-ada,robin.json?x=1',
    ])
  })

  test('keeps an option without its optional value, and values that look like options', async () => {
    const state = holding({
      fields: ['loans', 'newest', '--fields'],
      dashes: ['loans', 'search', '--q', '--limit', '--param', '--x=1'],
    })
    expect((await run(['saved', 'run', 'fields'], { state })).stdout).toContain('loan_amount')
    const { requests } = await run(['saved', 'run', 'dashes', '--limit', '2'], { state })
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?q=--limit&--x=1'])
  })

  test('reads standard input and the shortlist of the day', async () => {
    const state = holding({ ids: ['loans', 'show', '@spring', '-'] })
    state.set('shortlists/spring.txt', '84\n')
    const { requests } = await run(['saved', 'run', 'ids'], { state, stdin: '85\n' })
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/loans/84,85.json'])
  })

  test('runs actions, and prints the help of the saved command', async () => {
    const state = holding({ cache: ['cache', 'info'], food })
    expect(JSON.parse((await run(['saved', 'run', 'cache'], { state })).stdout)).toMatchObject({ entries: 0 })
    expect((await run(['saved', 'run', 'food', '--help'], { state })).stdout).toMatch(/^Search loans\./)
    const suggest = ['portfolio', 'suggest', 'robin1001', '--limit', '3']
    const saved = await shown(['saved', 'run', 'me', '--sandbox'], { state: holding({ me: suggest }) })
    expect(saved).toEqual(await shown([...suggest, '--sandbox'], {}))
    expect(saved).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of ') })
    expect((await run(['saved', 'run', '--help', 'food'], { state })).stdout).toMatch(
      /^Run a saved command\./,
    )
  })

  test.each([
    [['saved', 'run', 'loop']],
    [['-q', 'saved', 'run', 'food']],
    [['loop']],
    [['other']],
    [['food']],
    [['-q', 'other']],
    [['--output', 'csv', 'other', '--limit', '3']],
    [['other', '--nonsense']],
  ])('refuses the saved command %j, which another program wrote into the file', async (argv) => {
    const state = holding({ food, loop: argv, other: ['loop'] })
    for (const typed of [['saved', 'run', 'loop'], ['loop'], ['loop', '--limit', '1']])
      expect(await problem(typed, state)).toMatchObject({
        code: 2,
        message: 'the saved command "loop" cannot run another saved command',
        hint: 'Save the other command itself: kiva saved list prints it.',
      })
  })

  test('ends for any file, whatever its commands begin with', async () => {
    const word = fc.constantFrom(
      'a',
      'b',
      'c',
      '-q',
      '--sandbox',
      '-o',
      'csv',
      'saved',
      'run',
      '--',
      '--limit=2',
    )
    const commands = fc.record({ a: fc.array(word, { minLength: 1 }), b: fc.array(word, { minLength: 1 }) })
    await fc.assert(
      fc.asyncProperty(commands, async (commands) => {
        const { code, requests } = await run(['a', 'b', 'c'], { state: holding(commands) })
        expect([code, requests]).toEqual([2, []])
      }),
      { seed: 47, numRuns: 100 },
    )
  })

  test.each([
    [
      ['saved', 'run', 'fod'],
      'unknown saved command "fod"',
      'Did you mean food? Existing names: calm, food.',
    ],
    [['saved', 'run'], 'missing required argument <name>', 'Example: kiva saved run food'],
    [['saved', 'run', 'a/b'], 'invalid saved command name "a/b"', 'Use up to 64'],
    [['saved', 'run', '--limit', '5', 'food'], 'unknown option --limit', 'kiva saved run --help'],
    [['saved', 'remove', 'fod'], 'unknown saved command "fod"', 'Did you mean food?'],
  ])('%j is a usage error', async (words, message, hint) => {
    expect(await problem(words, holding({ food, calm: ['my', 'account'] }))).toMatchObject({
      code: 2,
      message,
      hint: expect.stringContaining(hint),
    })
  })

  test('of a command that this version does not know fails with the error of that command', async () => {
    const state = holding({ old: ['loans', 'search', '--gone'] })
    expect(await problem(['saved', 'run', 'old'], state)).toMatchObject({
      code: 2,
      message: 'unknown option --gone',
      hint: 'See kiva loans search --help.',
    })
  })
})

describe('saved list and saved remove', () => {
  test('print whole command lines for people', async () => {
    const state = holding({ food, long: ['loans', 'search', '--q', 'maize seed '.repeat(20)] })
    const { stdout } = await run(['saved', 'list'], { state, terminal: 60 })
    expect(stdout.split('\n')).toEqual([
      'food  kiva loans search --sector Food --limit 3',
      `long  kiva loans search --q '${'maize seed '.repeat(20)}'`,
      '',
    ])
    const removed = await run(['saved', 'remove', 'food'], { state, terminal: 60 })
    expect(removed.stdout).toBe('Removed food: kiva loans search --sector Food --limit 3\n')
    expect(Object.keys(savedIn(state))).toEqual(['long'])
    await run(['saved', 'remove', 'long'], { state })
    expect([...state]).toEqual([])
  })

  test('print an empty list', async () => {
    expect((await run(['saved', 'list'], {})).stdout).toBe('[]\n')
    const { stdout } = await run(['saved', 'list'], { terminal: 80 })
    expect(stdout).toBe('No saved commands. Save one with kiva saved add NAME -- <command>.\n')
  })
})

describe('an unusable file is left as it is:', () => {
  test.each([
    ['{', 'is corrupt'],
    ['[]', 'is corrupt'],
    ['{"v":1}', 'is corrupt'],
    ['{"v":1,"commands":{"a":"loans newest"}}', 'is corrupt'],
    ['{"v":1,"commands":{"a":[]}}', 'is corrupt'],
    ['{"v":1,"commands":{"a":["loans",1]}}', 'is corrupt'],
    ['{"v":1,"commands":{"../a":["my","account"]}}', 'is corrupt'],
    ['{"v":3,"commands":{}}', 'unknown file version (expected 1 or 2)'],
  ])('%s', async (text, message) => {
    const state: State = new Map([['saved.json', text]])
    for (const words of [['list'], ['run', 'a'], ['remove', 'a'], ['add', 'b', '--', 'my', 'account']]) {
      const error = await problem(['saved', ...words], state)
      expect([error.code, error.message]).toEqual([3, expect.stringContaining(message)])
      expect(error.message).toContain('/state/saved.json')
    }
    expect(state.get('saved.json')).toBe(text)
  })
})

describe('a saved command by its name', () => {
  const saved = { food, top: ['loans', 'newest'], me: ['portfolio', 'suggest'] }

  test.each([
    [['food'], ['saved', 'run', 'food']],
    [
      ['food', '--limit', '5'],
      ['saved', 'run', 'food', '--limit', '5'],
    ],
    [
      ['--quiet', 'food', '-o', 'csv'],
      ['--quiet', 'saved', 'run', 'food', '-o', 'csv'],
    ],
    [
      ['-o', 'csv', 'food'],
      ['-o', 'csv', 'saved', 'run', 'food'],
    ],
    [
      ['food', '--nonsense'],
      ['saved', 'run', 'food', '--nonsense'],
    ],
    [
      ['food', '--help'],
      ['saved', 'run', 'food', '--help'],
    ],
  ])('%j runs as %j', async (typed, meant) => {
    const [ran, expected] = [
      await shown(typed, { state: holding(saved) }),
      await shown(meant, { state: holding(saved) }),
    ]
    expect(ran).toEqual(expected)
  })

  test('comes before a hint, and after the commands of kiva', async () => {
    expect((await problem(['foo'], holding(saved))).hint).toBe('Did you mean kiva food? See kiva --help.')
    expect((await problem(['top2'], holding(saved))).code).toBe(2)
    // The value of an option is no name.
    expect((await problem(['--profile', 'food', 'bar'], holding(saved))).message).toMatch(/bar|food/)
    const hidden = holding({ today: ['loans', 'newest'], loans: ['loans', 'newest'] })
    const { stderr, stdout } = await run(['today'], { state: hidden })
    expect(stderr).toContain(
      'kiva today is a command of kiva. The saved command runs with kiva saved run today.\n',
    )
    expect(JSON.parse(stdout)).toHaveProperty('first_look')
    expect((await run(['doctor'], { state: hidden })).stderr).not.toContain('is a command of kiva')
    expect((await run(['saved', 'run', 'today'], { state: hidden })).requests).toHaveLength(1)
    expect((await run(['help'], { state: holding({ help: food }) })).stdout).toContain('Usage:')
  })

  test('is no error of its own where the file cannot be read', async () => {
    const state = new Map([['saved.json', '{']])
    expect((await problem(['foo'], state)).message).toBe('unknown command "kiva foo"')
  })

  test.each(['loans', 'today', 'help', 'saved', 'login'])(
    'cannot be added with the name of a command: %s',
    async (name) => {
      const state: State = new Map()
      const { code, message, hint } = await problem(['saved', 'add', name, '--', ...food], state)
      expect([code, hint]).toEqual([2, `Use another name, such as my-${name}.`])
      expect(message).toBe(`invalid saved command name "${name}": kiva ${name} is a command`)
      expect(state.size).toBe(0)
    },
  )

  test('is named in kiva help, apart from the commands', async () => {
    const page = async (state: State) =>
      (await run(['help'], { state, terminal: 80, env: { NO_COLOR: '1' } })).stdout
    expect(await page(holding(saved))).toContain('\nSaved commands:\n  food, me, top\n')
    expect(await page(new Map())).not.toContain('Saved commands')
  })
})

describe('values of a saved command', () => {
  const inCountry = ['loans', 'search', '--status', 'fundraising', '--country-code', '{1}']
  const saved = {
    in: inCountry,
    short: ['loans', 'search', '--status={1}', '-L', '{2}', '--q', '{1}'],
    one: ['loans', 'show', '{1}', '--fields={2}'],
    team: ['teams', 'using-shortname', '{1}'],
    suggest: ['portfolio', 'suggest', '{1}', '--limit', '2'],
    finds: ['partners', 'show', '{1}'],
    path: ['api', '{1}', '-f', 'q=1'],
    dash: ['lenders', 'show', '{1}', '--', '-ada'],
    text: ['loans', 'search', '--where', 'test("a{2}")', '--q', '{1} maize', '--param', 'x={1}'],
    look: ['explore', 'loans', 'search', '--country-code={1}', '--sector', '{2}', '--limit', '2'],
    look1: ['explore', 'loans', 'search', '--sector', 'Food'],
  }

  test.each([
    ['in kenya', 'loans search --status fundraising --country-code kenya'],
    ['in KE,uganda --limit 3', 'loans search --status fundraising --country-code KE,uganda --limit 3'],
    ['in --limit 3 kenya', 'loans search --status fundraising --country-code kenya --limit 3'],
    ['saved run in kenya -o csv', 'loans search --status fundraising --country-code kenya -o csv'],
    ['-o csv in kenya', 'loans search --status fundraising --country-code kenya -o csv'],
    ['short funded 2', 'loans search --status funded -L 2 --q funded'],
    ['one 2100001 id,name', 'loans show 2100001 --fields id,name'],
    ['one 2100001 id 2100002', 'loans show 2100001 2100002 --fields id'],
    ['one @spring id', 'loans show @spring --fields id'],
    ['team compass_scouts', 'teams using-shortname compass_scouts'],
    ['suggest robin1001', 'portfolio suggest robin1001 --limit 2'],
    ['finds 101', 'partners show 101'],
    ['path loans/newest', 'api loans/newest -f q=1'],
    ['dash robin1001', 'lenders show -- robin1001 -ada'],
    ['in narnia', 'loans search --status fundraising --country-code narnia'],
    ['short fundrasing 2', 'loans search --status fundrasing -L 2 --q fundrasing'],
    ['short funded two', 'loans search --status funded -L two --q funded'],
    ['one amina id', 'loans show amina --fields id'],
    ['in kenya --nosuch', 'loans search --status fundraising --country-code kenya --nosuch'],
    ['in --help', 'loans search --help'],
    ['in kenya --help', 'loans search --help'],
    ['look --print ids kenya Food', 'explore --print ids loans search --country-code kenya --sector Food'],
    ['look narnia Food', 'explore loans search --country-code narnia --sector Food --limit 2'],
    ['look1 --limit x', 'explore loans search --sector Food --limit x'],
  ])('kiva %s is kiva %s', async (short, long) => {
    const results = await Promise.all(
      [short, long].map((line) => {
        const state = holding(saved)
        state.set('shortlists/spring.txt', '2100001\n2100002\n')
        return shown(['--sandbox', ...line.split(' ')], { state })
      }),
    )
    // A hint repeats the words in the order of a line.
    const [one, other] = results.map((result) => JSON.stringify(result).replace(/Did you mean [^"]*/, ''))
    expect(one).toBe(other)
  })

  test.each([
    ['in', 'missing required argument <country-code>', 'kiva in <country-code> [options]'],
    ['in --limit 3', 'missing required argument <country-code>', 'kiva in <country-code> [options]'],
    ['short funded', 'missing required argument <limit>', 'kiva short <status> <limit> [options]'],
    ['in kenya uganda', 'unexpected argument "uganda"', 'kiva in <country-code> [options]'],
    ['short funded 2 3 4', 'unexpected argument "3"', 'kiva short <status> <limit> [options]'],
    ['one', 'missing required argument <ids>', 'kiva one <ids> <fields> [options]'],
    ['look', 'missing required argument <country-code>', 'kiva look <country-code> <sector> [options]'],
    [
      'in -- -x',
      'invalid value "-x" for <country-code>: it begins with -',
      'kiva in <country-code> [options]',
    ],
    ['one - id', 'invalid value "-" for <ids>: it begins with -', 'kiva one <ids> <fields> [options]'],
    [
      'one -- --all id',
      'invalid value "--all" for <ids>: it begins with -',
      'kiva one <ids> <fields> [options]',
    ],
    ['look -- --theme x', 'invalid value "--theme" for <country-code>: it begins with -', 'kiva look'],
  ])('kiva %s is a usage error with the usage line', async (line, message, usage) => {
    const error = await problem(line.split(' '), holding(saved))
    expect([error.code, error.message]).toEqual([2, message])
    expect(error.hint.startsWith(`Usage: ${usage}`)).toBe(true)
  })

  test('is text within a text', async () => {
    const state = holding(saved)
    const { requests } = await run(['text'], { state })
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([`?q=%7B1%7D%20maize&x=%7B1%7D`])
    expect((await problem(['text', 'kenya'], state)).message).toBe('unexpected argument "kenya"')
  })

  test.each([
    [inCountry, '<country-code>'],
    [['loans', 'show', '{1}'], '<ids>'],
    [['loans', 'search', '--status={1}', '--with', '{2}', '--filter', '{3}'], '<status> <with> <filter>'],
    [['loans', 'search', '--sort-by', '{2}', '--timeout', '{1}'], '<timeout> <sort-by>'],
    [['loans', 'newest', '--sum', '{1}', '--by', '{2}', '-o', '{3}'], '<sum> <by> <output>'],
    [['loans', 'newest', '--watch', '{1}'], '<watch>'],
    [['loans', 'newest', '--new', '--mark', '{1}'], '<mark>'],
    [['loans', 'search', '--all', '--out', '{1}', '--checkpoint', '{2}'], '<out> <checkpoint>'],
    [['portfolio', 'suggest', '{1}', '--budget', '{2}'], '<lender> <budget>'],
    [['shortlist', 'list', '{1}'], '<name>'],
    [['sql', '{1}'], '<statement>'],
    [saved.look, '<country-code> <sector>'],
  ])('is named when the command is saved: %j', async (words, labels) => {
    const state: State = new Map()
    const { code, stdout, stderr } = await run(['saved', 'add', 'x', '--', ...words], { state })
    expect([code, stderr]).toEqual([0, ''])
    const { usage, look, arguments: kept } = JSON.parse(stdout)
    expect({ usage, look, kept }).toEqual({
      usage: `kiva x ${labels} [options]`,
      look: undefined,
      kept: words,
    })
    expect(JSON.parse(state.get('saved.json') ?? '')).toEqual({ v: 2, commands: { x: words } })
  })

  test.each([
    [['loans', 'search', '--status', '{2}'], 'a saved command has {2}, but not {1}'],
    [['loans', '{1}'], 'unknown command "kiva loans {1}"'],
    [['{1}', 'newest'], 'unknown command "kiva {1}"'],
    [['explore', 'loans', '{1}'], '{1} in a saved command is neither an argument nor the value of an option'],
    [['loans', 'newest', '{1}'], 'unexpected argument "{1}"'],
    [['loans', 'search', '--limit={0}'], 'invalid value "{0}" for --limit'],
    [['loans', 'search', '--status', '{1},paid'], 'invalid value "{1}" for --status'],
    [['loans', 'search', '--status', 'x', '--limit', '{1}'], 'invalid value "x" for --status'],
    [['loans', 'search', '--wire', 'json', '--limit', '{1}'], '--limit cannot be used with --wire'],
    [['loans', 'newest', '--peek', '--q={1}'], 'unknown option --q'],
    [['loans', 'newest', '--until', '{1}'], '--until requires --watch'],
    [['loans', 'search', '--where', '(', '--limit', '{1}'], 'invalid jq expression'],
  ])('%j is refused before it is saved', async (words, message) => {
    const state: State = new Map()
    const error = await problem(['saved', 'add', 'x', '--', ...words], state)
    expect([error.code, error.message]).toEqual([2, expect.stringContaining(message)])
    expect([...state]).toEqual([])
  })

  test('makes the file one that an earlier kiva refuses, as long as a command takes one', async () => {
    const state: State = new Map()
    const version = () => JSON.parse(state.get('saved.json') ?? '{}').v
    await run(['saved', 'add', 'food', '--', ...food], { state })
    expect(version()).toBe(1)
    const { stdout } = await run(['saved', 'add', 'in', '--', ...inCountry], { state, terminal: 100 })
    expect(stdout).toBe(
      `Saved in: kiva loans search --status fundraising --country-code '{1}'\nRun it: kiva in <country-code> [options]\n`,
    )
    expect(version()).toBe(2)
    expect(state.get('saved-lines.txt')).toBe('food\tloans search\nin\tloans search\t--country-code\n')
    await run(['saved', 'add', 'look', '--', ...saved.look], { state })
    await run(['saved', 'add', 'one', '--', ...saved.one], { state })
    expect(state.get('saved-lines.txt')?.split('\n').slice(2)).toEqual([
      'look\texplore loans search\t--country-code\t--sector',
      'one\tloans show\t1\t--fields',
      '',
    ])
    for (const name of ['in', 'look', 'one']) await run(['saved', 'remove', name], { state })
    expect([version(), state.get('saved-lines.txt')]).toEqual([1, 'food\tloans search\n'])
    await run(['saved', 'remove', 'food'], { state })
    expect([...state]).toEqual([])
  })

  test('keeps a command that this version does not know beside others', async () => {
    const state = holding({ old: ['loans', 'search', '--gone'], gap: ['loans', 'show', '{2}'] })
    expect((await run(['saved', 'add', 'food', '--', ...food], { state })).code).toBe(0)
    expect(Object.keys(savedIn(state))).toEqual(['gap', 'old', 'food'])
    expect(state.get('saved-lines.txt')).toBe('food\tloans search\nold\tloans search\n')
    expect((await problem(['gap', '84'], state)).message).toBe('a saved command has {2}, but not {1}')
  })

  test('is not given in the morning: kiva today skips the command', async () => {
    const { stdout } = await run(['--sandbox', 'today'], { state: holding({ in: inCountry, food }) })
    const { saved: read, skipped } = JSON.parse(stdout)
    expect(read.map(({ name }: { readonly name: string }) => name)).toEqual(['food'])
    expect(skipped).toMatchObject([{ name: 'in', why: 'takes values' }])
  })
})
