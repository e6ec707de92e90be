import { describe, expect, test } from 'vitest'
import type { CommandSpec } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/tree/command-tree.ts'
import { commands } from '../../src/commands/index.ts'
import { run } from '../harness.ts'

const all = (command: CommandSpec): readonly CommandSpec[] => [command, ...command.children.flatMap(all)]
const nodes = all(commandTree(commands)).map((node) => [node.path, node] as const)

describe.each(nodes)('%s --help', (path, node) => {
  const words = path.split(' ').slice(1)

  test('tells purpose, usage and examples, within 80 columns but for what is to be pasted', async () => {
    const { code, stdout, stderr } = await run([...words, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(node.help(80))
    for (const part of ['Usage:', 'Examples:']) expect(stdout).toContain(part)
    for (const line of stdout.split('\n')) {
      if (!/^ {2}kiva /.test(line)) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })

  test('is what -h and help say too', async () => {
    const long = await run([...words, '--help'])
    expect((await run([...words, '-h'])).stdout).toBe(long.stdout)
    expect((await run(['help', ...words])).stdout).toBe(long.stdout)
  })

  test('shows two to four examples that name the command itself', () => {
    const examples = [...node.help(80).matchAll(/^ {2}(kiva .*)$/gm)].map((match) => match[1] as string)
    const own = examples.filter((line) => !line.includes('[options]'))
    expect(own.length).toBeGreaterThanOrEqual(node.children.length === 1 ? 1 : 2)
    expect(own.length).toBeLessThanOrEqual(4)
    for (const line of own) expect(line.startsWith('kiva')).toBe(true)
  })
})

test('a leaf tells options by group, values, defaults, fields and exit codes', async () => {
  const { stdout } = await run(['loans', 'search', '--help'])
  for (const part of [
    'Options:',
    'Output options:',
    'Global options:',
    'Fields (loan_listing):',
    'Exit codes:',
  ]) {
    expect(stdout).toContain(part)
  }
  expect(stdout).toMatch(/ended_with_loss/)
  expect(stdout).toMatch(/default: newest/)
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('known: female, male')
})

test('without words, the help of the whole', async () => {
  expect((await run([])).stdout).toBe((await run(['--help'])).stdout)
})

test('the version', async () => {
  expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
