import { describe, expect, test } from 'vitest'
import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { commandHelp } from '../../src/cli/help/help.ts'
import { printPage } from '../../src/cli/help/layout.ts'
import { isTopic } from '../../src/cli/topic-names.ts'
import { aboutActions } from '../../src/commands/about-actions.ts'
import { commands } from '../../src/commands/index.ts'
import { formatNames } from '../../src/output/formats.ts'
import { openSession } from '../explore/session.ts'
import { run } from '../harness.ts'
import { apiFormats } from '../oracles/completions.ts'

const nodes = withDescendants(commandTree(commands)).map((node) => [node.path, node] as const)
const leaves = nodes.filter(([, { children }]) => children.length === 0)

/** The lines that a terminal of common size shows with little scrolling. */
const mostLines = 45

describe.each(nodes)('%s --help', (path, node) => {
  const words = path.split(' ').slice(1)

  test('shows usage and examples, within 80 columns', async () => {
    const { code, stdout, stderr } = await run([...words, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(printPage(commandHelp(node), { width: 80 }))
    for (const part of ['Usage:', 'Examples:']) expect(stdout).toContain(part)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test(`has at most ${mostLines} lines`, () => {
    const text = printPage(commandHelp(node), { width: 80 })
    expect(text.split('\n').length - 1, text).toBeLessThanOrEqual(mostLines)
  })

  test('equals the output of -h and of kiva help', async () => {
    const long = await run([...words, '--help'])
    expect((await run([...words, '-h'])).stdout).toBe(long.stdout)
    if (isTopic(words[0])) return
    expect((await run(['help', ...words])).stdout).toBe(long.stdout)
  })

  test('shows one to four examples of the command itself, before its options', () => {
    const text = printPage(commandHelp(node), { width: 80 })
    const own = [...text.matchAll(/^ {2}(kiva (?!help ).*)$/gm)]
      .map((match) => match[1] as string)
      .filter((line) => !line.includes('[options]'))
    expect(own.length).toBeGreaterThanOrEqual(node.children.length === 1 ? 1 : 2)
    expect(own.length).toBeLessThanOrEqual(4)
    for (const line of own) expect(line.startsWith(path)).toBe(true)
    const options = text.indexOf('\nOptions:')
    if (options >= 0) expect(text.indexOf('\nExamples:')).toBeLessThan(options)
  })
})

/** Returns the help of a command at 80 columns. */
async function help(line: string): Promise<string> {
  const { code, stdout } = await run([...line.split(' '), '--help'])
  expect(code).toBe(0)
  return stdout
}

/** The actions that print records of the API. */
const printsApiRecords: readonly string[] = [
  'kiva api',
  'kiva partners show',
  'kiva portfolio suggest',
  'kiva saved run',
]

/** The actions that print no records. */
const textCommands: readonly string[] = [
  ...['bash', 'zsh', 'fish', 'powershell'].map((shell) => `kiva completion ${shell}`),
  ...['auth header', 'config edit', 'explore', 'logout', 'mcp', 'sandbox', 'skill'].map(
    (name) => `kiva ${name}`,
  ),
]

/** The formats of the records that kiva makes itself. */
const toolFormats = formatNames.filter((name) => !apiFormats.includes(name))

/** Those of commands that save such records with --out. */
const savedFormats = formatNames.filter((name) => toolFormats.includes(name) || name === 'parquet')

describe('the help of a command', () => {
  test('describes its own options in full, and names the topics for the others', async () => {
    const text = (await help('loans search')).replaceAll(/\s+/g, ' ')
    for (const part of [
      '--status <status,…> loan status: fundraising, funded, in_repayment, paid, ended_with_loss',
      'repayment_term (default: newest)',
      '--gender <gender> majority gender: female, male, …, or women, men',
      '--country-code <code,…> ISO country code, or a name (kiva help countries)',
      'kiva help bulk --concurrency,',
      'See also: kiva help global-options, exit-codes, fields loan_listing',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('lists its options in the order of their declaration, then the common ones', async () => {
    const [, options = ''] = (await help('loans search')).split('\nOptions:\n')
    const [list = ''] = options.split('\n\n')
    const order = [...list.matchAll(/^ {2}(?:-\w, | {4})(--[a-z-]+)/gm)].map(([, name]) => name)
    expect(order).toEqual([
      ...['--status', '--gender', '--region', '--country-code', '--sector', '--partner', '--sort-by', '--q'],
      ...['--page', '--param', '--all', '--limit', '--output'],
    ])
  })

  test('fits on 40 lines for loans search, and explains -o in one line', async () => {
    const text = await help('loans search')
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(40)
    expect(text).toMatch(/\n {2}-o, --output <format> +output format \(default: table; json in a pipe\)\n\n/)
  })

  test('explains --web, --images, --lang and --full for loans show', async () => {
    const text = await help('loans show')
    for (const name of ['--web', '--images', '--lang', '--full'])
      expect(text).toMatch(new RegExp(`^ {6}${name}\\b.* {2}\\w+ .*$`, 'm'))
  })

  test.each(leaves)(
    'of %s lists its formats, and explains its marks, at most once',
    async (path, { action }) => {
      const text = await help(path.slice('kiva '.length))
      const own = action && !printsApiRecords.includes(path)
      const formats = (own ? (action.saves ? savedFormats : toolFormats) : formatNames).join(', ')
      const isText = textCommands.includes(path)
      expect(text.replaceAll(/\s+/g, ' ').split(`Formats: ${formats} `).length, text).toBe(isText ? 1 : 2)
      expect(/Formats:|--output/.test(text)).toBe(!isText)
      const [, options = ''] = text.split('\nOptions:\n')
      const [list = '', legend = ''] = [options.split('\n\n')[0], options.split('\n\n').at(-1)]
      expect(legend.includes('<x,…>: several values')).toBe(/<[^>]+,…>/.test(list))
      expect(legend.includes('<x>...: can be repeated')).toBe(/>\.\.\./.test(list))
      expect(list).not.toMatch(/repeat|commas|environment|KIVA_/)
    },
  )

  test('lists no option twice', () => {
    for (const [path, node] of leaves) {
      const text = printPage(commandHelp(node), { width: 80 })
      const [, told = ''] = text.split(/^Options:$/m)
      const names: readonly string[] = told.match(/(?<=^ {2,6}(?:-\w, )?|, )--[a-z-]+/gm) ?? []
      expect(
        names.filter((name, at) => names.indexOf(name) !== at),
        path,
      ).toEqual([])
    }
  })
})

describe('descriptions', () => {
  const briefs = nodes.filter(([path]) => path !== 'kiva').map(([path, { brief }]) => ({ path, brief }))
  test.each(briefs)('$path: $brief', ({ brief }) => {
    expect(brief).toMatch(/^[A-Z].*[^.]$/)
    expect(brief.length).toBeLessThanOrEqual(60)
  })
})

test('each text about an action belongs to one', () => {
  const names = nodes.flatMap(([, { action }]) => action?.name ?? [])
  expect(Object.keys(aboutActions).filter((name) => !names.includes(name))).toEqual([])
})

describe('the layout', () => {
  const page = [{ heading: 'Examples', content: [`kiva a --jq '.b | .c' --limit 5`] }]

  test.each([
    [40, [`  kiva a --jq '.b | .c' --limit 5`]],
    [30, [`  kiva a --jq '.b | .c' \\`, '    --limit 5']],
    [20, ['  kiva a --jq \\', `    '.b | .c' \\`, '    --limit 5']],
  ])('in %i columns breaks an example only between its words', (width, lines) => {
    expect(printPage(page, { width })).toBe(['Examples:', ...lines, ''].join('\n'))
  })

  test('starts descriptions on their own lines if the screen is narrow', () => {
    const rows = [{ heading: 'Options', content: [['--country-code <code>', 'country code'] as const] }]
    expect(printPage(rows, { width: 40 })).toBe('Options:\n  --country-code <code>\n      country code\n')
  })
})

describe('kiva without arguments', () => {
  test('prints a first screen of at most 23 lines, which leaves a row for the prompt', async () => {
    const { code, stdout, stderr } = await run([])
    expect([code, stderr]).toEqual([0, ''])
    const lines = stdout.split('\n').slice(0, -1)
    expect(lines.length).toBeLessThanOrEqual(23)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(stdout).toMatch(/^Start here:\n( {2}kiva .*\n){5}\n/m)
    expect(stdout).toContain('kiva help')
  })

  test.each(['', '--help', '--version', 'loans --help', 'help --color sometimes', '--timeout 0 --help'])(
    'an invalid setting does not keep this from printing: %s',
    async (line) => {
      const { code, stderr } = await run(line.split(' ').filter(Boolean), { env: { KIVA_TIMEOUT: 'x' } })
      expect([code, stderr]).toEqual([0, ''])
    },
  )

  test('names every command in its group', async () => {
    const { stdout } = await run([])
    const groups = [...stdout.matchAll(/^ {2}(Browse|Build|Set up) +(.*(?:\n {8,}.*)*)$/gm)]
    expect(groups.map(([, name]) => name)).toEqual(['Browse', 'Build', 'Set up'])
    const named = groups.flatMap(([, , words = '']) => words.split(/\s+/))
    expect(named.sort()).toEqual(
      commandTree(commands)
        .children.map(({ name }) => name)
        .sort(),
    )
  })

  test('starts with commands that work', async () => {
    const { stdout } = await run([])
    const [, start = ''] = stdout.split('Start here:\n')
    const lines = [...start.matchAll(/^ {2}kiva (.*?) {2}/gm)].map(([, words = '']) => words)
    for (const line of lines) {
      const words = line.replace('<id>', '2100001').replace('--sandbox ', '').split(' ')
      const isWeb = words.includes('--web')
      const env = isWeb ? {} : { KIVA_SANDBOX: '1' }
      if (words[0] === 'explore') {
        const session = await openSession({ argv: words, env })
        expect((await session.screen())[1]).toMatch(/^ [a-zA-Z ·]+ · \d+ loans/)
        expect((await session.end()).code).toBe(0)
        continue
      }
      const { code, stdout: text, opened } = await run(words, { terminal: 80, env })
      expect([code, isWeb ? opened.length > 0 : text !== ''], line).toEqual([0, true])
    }
  })

  test('prints less than kiva help, which has the full list with descriptions', async () => {
    const { stdout } = await run(['help'])
    expect((await run([])).stdout.length).toBeLessThan(stdout.length)
    const shared =
      /^ {2}(shortlist, saved|mirror, sql|releases, templates|mcp, skill|login, logout|doctor, auth|config, cache) +(.*?); (.)(.*)$/gm
    const alone = stdout.replaceAll(shared, (_, names: string, brief, first: string, rest) => {
      const [one, other] = names.split(', ')
      return `  ${one} ${brief}\n  ${other} ${first.toUpperCase()}${rest}`
    })
    for (const { name, brief } of commandTree(commands).children)
      expect(alone).toMatch(new RegExp(`^ {2}${name} +${brief.replaceAll(/[()]/g, '\\$&')}$`, 'm'))
    expect((await run(['--help'])).stdout).toBe(stdout)
  })
})

test('--version prints the version', async () => {
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
