import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'

const path = '/config/config.json'
const json = (text: string) => JSON.parse(text)

/** Runs commands that must succeed, and returns the files of the config folder. */
async function keeping(...lines: readonly string[]): Promise<Map<string, unknown>> {
  const files = new Map<string, unknown>()
  for (const line of lines) {
    const { code, stderr } = await run(line.split(' '), { files })
    expect([code, stderr]).toEqual([0, ''])
  }
  return files
}

describe('config set and unset', () => {
  test('save values with their JSON types', async () => {
    const files = await keeping(
      'config set timeout 60',
      'config set output table',
      'config set sandbox on',
      'config set base-url https://a.example',
      'config set cache 10m',
    )
    expect(files.get('config')).toEqual({
      timeout: 60,
      output: 'table',
      sandbox: true,
      base_url: 'https://a.example',
      cache: '10m',
    })
  })

  test('create a profile with its first setting and remove it with its last one', async () => {
    const files = await keeping('config set timeout 60', '--profile play config set sandbox 1')
    expect(files.get('config')).toEqual({ timeout: 60, profiles: { play: { sandbox: true } } })
    const { code } = await run(['--profile', 'play', 'config', 'unset', 'sandbox'], { files })
    expect([code, files.get('config')]).toEqual([0, { timeout: 60 }])
    await run(['config', 'unset', 'timeout'], { files })
    expect(files.has('config')).toBe(false)
  })

  test('a number that JSON would write differently is saved as text', async () => {
    const files = await keeping('config set app-id 007', 'config set timeout 0.5')
    expect(files.get('config')).toEqual({ app_id: '007', timeout: 0.5 })
  })

  test('print what they changed, and warn if a variable overrides it', async () => {
    const set = await run(['config', 'set', 'timeout', '60'], { terminal: 80 })
    expect(set.stdout).toBe(`Set timeout to 60 in ${path}.\n`)
    const unset = await run(['config', 'unset', 'timeout', '-o', 'json'])
    expect(json(unset.stdout)).toEqual({ setting: 'timeout', removed: false, path })
    const beaten = await run(['config', 'set', 'timeout', '60'], { env: { KIVA_TIMEOUT: '5' } })
    expect(beaten.stderr).toBe('KIVA_TIMEOUT is set and overrides it.\n')
  })

  test('a file is saved with its absolute path', async () => {
    const { stdout } = await run(['config', 'set', 'ca-file', 'ca.pem'])
    expect(json(stdout).value).toMatch(/^\/.*ca\.pem$/)
  })

  test.each([
    [['config', 'set', 'timeout', 'soon'], 2, 'invalid value \\"soon\\" for timeout: expected seconds'],
    [['config', 'set', 'timeuot', '5'], 2, 'Did you mean timeout?'],
    [['config', 'set', 'client_secret', 'hush-hush'], 2, 'The settings file holds no secrets'],
    [['config', 'set', 'verbose', '1'], 2, 'unknown setting \\"verbose\\"'],
    [['config', 'set', 'output', 'jsn'], 2, 'Did you mean'],
    [['config', 'set', 'pager', ' '], 2, 'for pager: expected a program'],
    [['config', 'set', 'base-url', 'http://a.example'], 2, 'is not encrypted'],
    [['config', 'set', 'timeout'], 2, 'missing required argument <value>'],
    [['--profile', '../x', 'config', 'set', 'timeout', '5'], 2, 'invalid profile name \\"../x\\"'],
    [['config', 'unset', 'nosuch'], 2, 'unknown setting \\"nosuch\\"'],
    [['config', 'get', 'nosuch'], 2, 'unknown setting \\"nosuch\\"'],
  ])('%j is rejected, and nothing is written', async (words, exit, said) => {
    const { code, stdout, stderr, files } = await run(words)
    expect([code, stdout, files.size]).toEqual([exit, '', 0])
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('hush-hush')
  })

  test('a broken file is reported and not overwritten', async () => {
    const files = new Map<string, unknown>([['config', '{"timeuot": 5}']])
    for (const words of [
      ['config', 'set', 'timeout', '5'],
      ['config', 'unset', 'timeout'],
      ['config', 'list'],
      ['config', 'get', 'timeout'],
    ]) {
      const { code, stderr } = await run(words, { files })
      expect([words, code, stderr.includes('timeuot')]).toEqual([words, 3, true])
    }
    expect(files.get('config')).toBe('{"timeuot": 5}')
  })
})

describe('config list and get', () => {
  const files = () =>
    new Map<string, unknown>([
      ['config', { v: 1, timeout: 60, cache: '10m', profiles: { play: { sandbox: true, timeout: 5 } } }],
    ])
  const list = async (words: readonly string[] = [], env: Record<string, string> = {}) => {
    const { stdout } = await run(['config', 'list', '-o', 'json', ...words], { files: files(), env })
    return Object.fromEntries(
      json(stdout).map(({ setting, value, source, place }: Record<string, unknown>) => [
        setting,
        [value, source, place],
      ]),
    )
  }

  test('list prints value, source and place of every setting', async () => {
    expect(await list(['--retries', '7'], { KIVA_APP_ID: 'org.example', KIVA_RETRIES: '2' })).toEqual({
      output: ['json', 'flag', '--output'],
      color: ['auto', 'default', ''],
      plain: [false, 'default', ''],
      progress: ['auto', 'default', ''],
      pager: ['less', 'default', ''],
      sandbox: [false, 'default', ''],
      base_url: ['https://api.kivaws.org', 'default', ''],
      auth_url: ['https://www.kiva.org', 'default', ''],
      app_id: ['org.example', 'environment', 'KIVA_APP_ID'],
      ca_file: [null, 'default', ''],
      timeout: [60, 'file', `timeout in ${path}`],
      retries: [7, 'flag', '--retries'],
      cache: ['10m', 'file', `cache in ${path}`],
      lender: [null, 'default', ''],
      mirror: [false, 'default', ''],
    })
  })

  test('lender is a setting without an option: --lender is one of some commands', async () => {
    expect(await list([], { KIVA_LENDER: 'robin1001' })).toMatchObject({
      lender: ['robin1001', 'environment', 'KIVA_LENDER'],
    })
    const words = [
      'loans',
      'newest',
      '--with',
      'mine',
      '--lender',
      'ada',
      '--not-lent-by',
      '@me',
      '--dry-run',
    ]
    expect((await run(words, { env: { KIVA_LENDER: 'robin1001' } })).code).toBe(0)
    const { code, stderr } = await run(['config', 'list', '--lender', 'ada'])
    expect([code, stderr.includes('unknown option --lender')]).toEqual([2, true])
  })

  test('lender may be the address of a page, and is kept in a profile', async () => {
    const kept = new Map<string, unknown>()
    const page = 'https://www.kiva.org/lender/robin1001'
    await run(['config', 'set', 'lender', page], { files: kept })
    await run(['--profile', 'ada', 'config', 'set', 'lender', 'ada7'], { files: kept })
    expect(kept.get('config')).toMatchObject({ lender: page, profiles: { ada: { lender: 'ada7' } } })
    const { stderr } = await run(['config', 'set', 'lender', '@me'], { files: kept })
    expect(stderr).toContain('invalid value \\"@me\\" for lender: expected one lender id')
  })

  test('list shows the pager from its strongest source', async () => {
    expect(await list([], { PAGER: 'more' })).toMatchObject({
      pager: ['more', 'environment', 'PAGER'],
    })
    expect(await list([], { PAGER: 'more', KIVA_PAGER: 'most -s' })).toMatchObject({
      pager: ['most -s', 'environment', 'KIVA_PAGER'],
    })
    expect(await list(['--no-pager'], { KIVA_PAGER: 'most' })).toMatchObject({
      pager: ['cat', 'flag', '--no-pager'],
    })
    const file = new Map<string, unknown>()
    expect((await run(['config', 'set', 'pager', 'less -S'], { files: file })).code).toBe(0)
    expect(file.get('config')).toEqual({ pager: 'less -S' })
  })

  test('list with a profile', async () => {
    expect(await list(['--profile', 'play'])).toMatchObject({
      sandbox: [true, 'profile', `sandbox in the profile play of ${path}`],
      timeout: [5, 'profile', `timeout in the profile play of ${path}`],
      cache: ['10m', 'file', `cache in ${path}`],
    })
  })

  test('list names the URL variable that overrides the sandbox as its source', async () => {
    const told = await list(['--profile', 'play'], { KIVA_BASE_URL: 'https://a.example' })
    expect(told['sandbox']).toEqual([false, 'environment', 'KIVA_BASE_URL'])
  })

  test('list shows which of KIVA_SANDBOX and KIVA_BASE_URL is in force', async () => {
    const base = 'https://a.example'
    expect(await list([], { KIVA_SANDBOX: '1', KIVA_BASE_URL: base })).toMatchObject({
      sandbox: [false, 'environment', 'KIVA_BASE_URL'],
      base_url: [base, 'environment', 'KIVA_BASE_URL'],
    })
    expect(await list(['--sandbox'], { KIVA_BASE_URL: base })).toMatchObject({
      sandbox: [true, 'flag', '--sandbox'],
      base_url: [null, 'flag', '--sandbox'],
      auth_url: [null, 'flag', '--sandbox'],
    })
  })

  test('set says which URL of the same place overrides the sandbox', async () => {
    const set = async (config: unknown, ...words: readonly string[]) =>
      (await run(['config', 'set', ...words], { files: new Map([['config', config]]) })).stderr
    const base_url = 'https://a.example'
    expect(await set({ base_url }, 'sandbox', 'true')).toBe(`base_url in ${path} is set and overrides it.\n`)
    expect(await set({ base_url }, 'sandbox', 'false')).toBe('')
    expect(await set({ sandbox: true }, 'base_url', base_url)).toBe('')
    const profiles = { play: { auth_url: base_url } }
    expect(await set({ base_url, profiles: { play: {} } }, 'sandbox', 'true', '--profile', 'play')).toBe('')
    expect(await set({ profiles }, 'sandbox', 'true', '--profile', 'play')).toBe(
      `auth_url in the profile play of ${path} is set and overrides it.\n`,
    )
  })

  test('list names the option that decides a setting', async () => {
    expect(await list(['--no-sandbox', '--no-plain'])).toMatchObject({
      sandbox: [false, 'flag', '--no-sandbox'],
      plain: [false, 'flag', '--no-plain'],
    })
    expect((await list([], { KIVA_PLAIN: '1' }))['color']).toEqual(['never', 'environment', 'KIVA_PLAIN'])
    const color = await list(['--color', 'auto'], { KIVA_PLAIN: '1' })
    expect(color['color']).toEqual(['auto', 'flag', '--color'])
    const { stdout } = await run(['config', 'list', '--wide'])
    expect(stdout).toMatch(/^output +table +flag +--wide$/m)
  })

  test('list prints a table and the names of the profiles', async () => {
    const { stdout, stderr } = await run(['config', 'list'], {
      files: files(),
      terminal: 100,
      env: { NO_COLOR: '1' },
    })
    expect(stdout).toMatch(/^SETTING +VALUE +SOURCE +PLACE/)
    expect(stdout).toMatch(/^timeout +60 +file +timeout in/m)
    expect(stderr).toBe('Profiles (--profile): play.\n')
  })

  test('get prints the value alone, or a record with -o', async () => {
    const bare = await run(['config', 'get', 'timeout'], { files: files() })
    expect([bare.code, bare.stdout]).toEqual([0, '60\n'])
    expect((await run(['config', 'get', 'ca-file'])).stdout).toBe('\n')
    const more = await run(['config', 'get', 'timeout', '-o', 'json'], { files: files() })
    expect(json(more.stdout)).toMatchObject({ setting: 'timeout', value: 60, source: 'file' })
  })

  test('get prints the value alone whatever the variable and the file say of records', async () => {
    const env = { KIVA_OUTPUT: 'ndjson' }
    expect((await run(['config', 'get', 'output'], { env })).stdout).toBe('ndjson\n')
    const csv = new Map<string, unknown>([['config', { output: 'csv' }]])
    expect((await run(['config', 'get', 'output'], { files: csv })).stdout).toBe('csv\n')
    expect((await run(['config', 'path'], { files: csv })).stdout).toBe(`${path}\n`)
  })

  test('config path prints the path of the file', async () => {
    expect((await run(['config', 'path'])).stdout).toBe(`${path}\n`)
    expect(json((await run(['config', 'path', '-o', 'json'])).stdout)).toEqual({ path })
  })

  test('list reports an invalid variable', async () => {
    const { code, stderr } = await run(['config', 'list'], { env: { KIVA_TIMEOUT: 'soon' } })
    expect([code, stderr.includes('for KIVA_TIMEOUT: expected seconds')]).toEqual([2, true])
  })
})

describe('config edit', () => {
  /** An editor that saves these texts, one after the other. */
  const editor = (...texts: readonly string[]) => {
    const rest = [...texts]
    return { world: { edit: async (_: string, text: string) => rest.shift() ?? text } }
  }

  test('replaces the file with a valid text', async () => {
    const { files, code, stderr } = await run(['config', 'edit'], editor('{"timeout": 9}'))
    expect([code, files.get('config'), stderr]).toEqual([0, { timeout: 9 }, `Changed ${path}.\n`])
  })

  test('opens a broken file with its current text and saves the correction', async () => {
    const files = new Map<string, unknown>([['config', '{"timeuot": 5}']])
    let seen = ''
    const { code } = await run(['config', 'edit'], {
      files,
      world: {
        edit: async (_name, text) => {
          seen = text
          return text.replace('timeuot', 'timeout')
        },
      },
    })
    expect([code, seen, files.get('config')]).toEqual([0, '{"timeuot": 5}', { timeout: 5 }])
  })

  test('an invalid text leaves the file unchanged', async () => {
    const files = new Map<string, unknown>([['config', { timeout: 5 }]])
    const { code, stderr } = await run(['config', 'edit'], { files, ...editor('{"timeout": "soon"}') })
    expect([code, files.get('config')]).toEqual([3, { timeout: 5 }])
    expect(json(stderr).error).toMatchObject({ kind: 'config', hint: 'Nothing was changed.' })
  })

  test('in a terminal, an invalid text can be edited again', async () => {
    const again = { terminal: 80, stdin: ['y'] }
    const { code, files, stderr } = await run(['config', 'edit'], {
      ...editor('{', '{"timeout": 9}'),
      ...again,
    })
    expect([code, files.get('config')]).toEqual([0, { timeout: 9 }])
    expect(stderr).toContain('invalid JSON')
  })

  test.each([
    ['\n', true],
    ['yes\n', true],
    [' N\n', false],
    ['no\n', false],
    // Ctrl-D.
    ['', false],
  ])('in a terminal, the answer %j to editing again means %j', async (stdin, isAgain) => {
    const { code, files, stderr } = await run(['config', 'edit'], {
      ...editor('{', '{"timeout": 9}'),
      terminal: 80,
      stdin,
    })
    expect([code, files.size]).toEqual(isAgain ? [0, 1] : [3, 0])
    expect(stderr).toContain('\nEdit it again? [Y/n] ')
    expect(stderr.includes('hint: Nothing was changed.')).toBe(!isAgain)
  })

  test('an unchanged text is not written', async () => {
    const { code, files, stderr } = await run(['config', 'edit'], editor())
    expect([code, files.size, stderr]).toEqual([0, 0, `No changes in ${path}.\n`])
  })
})
