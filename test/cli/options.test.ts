/** The options as they are declared: each is read, and each rule is about an option that there is. */
import { describe, expect, test } from 'vitest'
import { type AnyEndpoint, paramsOf } from '../../src/api/endpoint.ts'
import { optionsOf, withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { type Given, givenOf } from '../../src/cli/given.ts'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { type FamilyOption, familyOptions, readOptions } from '../../src/cli/options/index.ts'
import { parse } from '../../src/cli/parse.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { decideSettings } from '../../src/cli/settings/run-settings.ts'
import { anyPath } from '../../src/commands/api.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import { commands } from '../../src/commands/index.ts'
import { KivaError } from '../../src/core/errors.ts'
import { dashed } from '../../src/core/shell-word.ts'
import { run, textSink } from '../harness.ts'

/** Notes which names a reader asks for. */
function recording(given: Given<string>): { readonly given: Given<string>; readonly read: Set<string> } {
  const read = new Set<string>()
  const noted =
    <T>(ask: (name: string) => T) =>
    (name: string) => {
      read.add(name)
      return ask(name)
    }
  return { given: { has: noted(given.has), last: noted(given.last), all: noted(given.all) }, read }
}

/** The value may be a wrong one: it was read all the same. */
function tryToRead(given: Given<string>, endpoint: AnyEndpoint): void {
  try {
    readOptions(given, { endpoint, fromInput: false, resumeLine: () => '' })
  } catch (problem) {
    if (!(problem instanceof KivaError)) throw problem
  }
}

/** Values that options take which others require; any other value may be a wrong one. */
const given = (...options: readonly OptionSpec[]) =>
  givenOf(
    new Map(options.map(({ name, choices }) => [name, [choices?.[0] ?? (name === 'watch' ? '30s' : '1')]])),
  )

const endpoints: readonly AnyEndpoint[] = [
  ...Object.values(catalogue).flatMap(({ endpoints }): readonly AnyEndpoint[] => Object.values(endpoints)),
  anyPath,
]

describe('an option that is declared is read', () => {
  test.each(endpoints)('$path', async (endpoint) => {
    const options = familyOptions(endpoint)
    const forgotten: string[] = []
    for (const option of options) {
      const needed = option.requires?.[0]?.option
      const others = options.filter(({ name }) => name === needed)
      const noted = recording(given(option, ...others))
      tryToRead(noted.given, endpoint)
      if (!noted.read.has(option.name) && option.implies === undefined) forgotten.push(option.long)
    }
    expect(forgotten).toEqual([])
  })

  test('of all commands', () => {
    const noted = recording(givenOf(new Map()))
    decideSettings({ given: noted.given, env: {}, tables: [] }, { stdout: textSink() })
    const forgotten = globalOptions.filter(({ name }) => !noted.read.has(name))
    expect(forgotten.map(({ name }) => name)).toEqual(['help'])
  })
})

describe('rules', () => {
  const leaves = withDescendants(commandTree(commands))
  const names = new Set(leaves.flatMap((command) => optionsOf(command).map(({ name }) => name)))

  test.each(leaves)('of $path name options that there are', (command) => {
    const named = optionsOf(command).flatMap(({ requires = [], conflicts = [] }) => [
      ...requires,
      ...conflicts,
    ])
    expect(named.map(({ option }) => option).filter((name) => !names.has(name))).toEqual([])
    const rulesAbout = new Set(named.map(({ option }) => option))
    const about = optionsOf(command).filter(({ name }) => rulesAbout.has(name))
    expect(about.filter(({ long, name }) => long !== `--${dashed(name)}`)).toEqual([])
    expect(named.filter(({ hint }) => !/^[A-Z-].*\.$/.test(hint))).toEqual([])
  })

  test.each(leaves)('of $path say a conflict once', (command) => {
    const pairs = optionsOf(command).flatMap(({ name, conflicts = [] }) =>
      conflicts.map(({ option }) => [name, option].sort().join(' ')),
    )
    expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([])
  })
})

test('no param has the name of another option of its command', () => {
  const taken = (endpoint: AnyEndpoint) =>
    [...familyOptions(endpoint), ...globalOptions].map(({ name }) => name)
  const twice = endpoints.flatMap((endpoint) =>
    Object.keys(paramsOf(endpoint)).filter((name) => taken(endpoint).includes(name as FamilyOption)),
  )
  expect(twice).toEqual([])
})

test('a typo in the name of an option does not compile', () => {
  const { given } = parse([], commandTree(commands))
  // @ts-expect-error: it is --limit
  expect(given.has('limits')).toBe(false)
})

describe('with a settings file that cannot be used', () => {
  const files = new Map<string, unknown>([['config', { timeout: 'soon' }]])
  test.each([
    ['loans search --status open', '--status'],
    ['loans show 84 --web --by sector', '--by cannot be used with --web'],
    ['loans newest --slurp', '--slurp requires --jq'],
    ['loans newest --limit many', '--limit'],
  ])('a wrong command line is told first: kiva %s', async (line, message) => {
    const { code, stderr } = await run(line.split(' '), { files })
    expect([code, stderr.includes(message)]).toEqual([2, true])
  })

  test.each(['loans newest', 'loans newest --csv-safe', 'loans newest --fields', 'api loans/newest --slurp'])(
    'the file is told for kiva %s',
    async (line) => {
      const { code, stderr, requests } = await run(line.split(' '), { files })
      expect([code, requests, stderr.includes('timeout in /config/config.json')]).toEqual([3, [], true])
    },
  )
})
