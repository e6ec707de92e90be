import { describe, expect, test } from 'vitest'
import { commandHelp } from '../../src/cli/help/help.ts'
import { printPage } from '../../src/cli/help/layout.ts'
import { isTopic } from '../../src/cli/topic-names.ts'
import { withDescendants } from '../../src/cli/tree/command-spec.ts'
import { commandTree } from '../../src/cli/tree/command-tree.ts'
import { commands } from '../../src/commands/index.ts'
import { run } from '../harness.ts'

const nodes = withDescendants(commandTree(commands)).map((node) => [node.path, node] as const)

/** What a terminal of common size shows with little turning. */
const mostLines = 45

describe.each(nodes)('%s --help', (path, node) => {
  const words = path.split(' ').slice(1)

  test('tells purpose, usage and examples, within 80 columns but for what is to be pasted', async () => {
    const { code, stdout, stderr } = await run([...words, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(printPage(commandHelp(node), { width: 80 }))
    for (const part of ['Usage:', 'Examples:']) expect(stdout).toContain(part)
    for (const line of stdout.split('\n')) {
      if (!/^ {2}kiva /.test(line)) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })

  test(`has at most ${mostLines} lines`, () => {
    const text = printPage(commandHelp(node), { width: 80 })
    expect(text.split('\n').length - 1, text).toBeLessThanOrEqual(mostLines)
  })

  test('is what -h and help say too', async () => {
    const long = await run([...words, '--help'])
    expect((await run([...words, '-h'])).stdout).toBe(long.stdout)
    if (isTopic(words[0])) return
    expect((await run(['help', ...words])).stdout).toBe(long.stdout)
  })

  test('shows up to four examples that name the command itself, before its options', () => {
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

describe('a leaf', () => {
  test('tells its own options whole, and of the others where they are told', async () => {
    const { stdout } = await run(['loans', 'search', '--help'])
    const text = stdout.replaceAll(/\s+/g, ' ')
    for (const part of [
      'state of the loan; repeats, and takes commas; one of: fundraising, funded',
      'default: newest',
      'known: female, male',
      'values: kiva help countries',
      'kiva help bulk --all,',
      'Also: kiva help output, bulk, global-options, exit-codes, fields loan_listing',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('begins with the options that its examples use, in their order', async () => {
    const { stdout } = await run(['loans', 'search', '--help'])
    const [, options = ''] = stdout.split('\nOptions:\n')
    const order = [...options.matchAll(/^ {2}(?:-\w, | {4})(--[a-z-]+)/gm)].map(([, name]) => name)
    expect(order.slice(0, 8)).toEqual([
      '--status',
      '--sector',
      '--sort-by',
      '--country-code',
      '--gender',
      '--limit',
      '--q',
      '--output',
    ])
    expect(order).toContain('--page')
  })

  test('names no option twice', () => {
    for (const [path, node] of nodes.filter(([, { children }]) => children.length === 0)) {
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

test('without words, the help of the whole', async () => {
  expect((await run([])).stdout).toBe((await run(['--help'])).stdout)
})

test('the version', async () => {
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
