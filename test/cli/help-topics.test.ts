import { describe, expect, test } from 'vitest'
import { typeOf } from '../../src/api/endpoint.ts'
import { knownValues } from '../../src/api/gaps.ts'
import { records } from '../../src/api/records/fields.ts'
import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { commandHelp } from '../../src/cli/help/help.ts'
import { printPage } from '../../src/cli/help/layout.ts'
import { topics } from '../../src/cli/help/topics/index.ts'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { topicNames } from '../../src/cli/topic-names.ts'
import { faultNames } from '../../src/commands/actions/sandbox.ts'
import { exploreActions, keyWordsOf } from '../../src/commands/explore-keys.ts'
import { commands } from '../../src/commands/index.ts'
import { exitCodes } from '../../src/core/exit-codes.ts'
import { formatNames } from '../../src/output/formats.ts'
import { maxStepsBack } from '../../src/records/pages.ts'
import { run } from '../harness.ts'

const all = withDescendants(commandTree(commands))

/** The terms in the first column of a text. */
const termsOf = (text: string) => [...text.matchAll(/^ +(\S+)/gm)].map(([, term]) => term)

async function help(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['help', ...words])
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

describe.each(topicNames)('kiva help %s', (name) => {
  test('fits in 80 columns, except for commands to paste', async () => {
    const text = await help(name)
    expect(text.length).toBeGreaterThan(100)
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test('is listed in the top-level help and has a brief', async () => {
    expect((await help()).replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`kiva help <topic>\\W.*\\b${name}\\b`))
    expect(topics[name].brief).not.toBe('')
  })

  test('refers only to existing help topics', async () => {
    const text = (await help(name)).replaceAll(/\s+/g, ' ')
    const named = [...text.matchAll(/kiva help ([a-z]+(?:-[a-z]+)*)/g)].map(([, word]) => word)
    expect(named.filter((word) => !(topicNames as readonly string[]).includes(word ?? ''))).toEqual([])
  })
})

test('a command below a topic of the same name has its help', async () => {
  expect(await help('mirror', 'export')).toContain('Usage:\n  kiva mirror export [options]')
  expect((await help('mirror')).split('\n').length).toBeLessThanOrEqual(46)
})

describe('topics list every entry of the tables in the code', () => {
  test.each([
    ['exit-codes', Object.values(exitCodes).map(({ code }) => `${code}`)],
    ['formats', formatNames],
    ['fields', Object.keys(records)],
    ['countries', knownValues.country_code],
    ['faults', faultNames],
    ['environment', globalOptions.flatMap(({ env }: OptionSpec) => env ?? [])],
  ])('kiva help %s', async (name, terms) => {
    expect(termsOf(await help(name))).toEqual(expect.arrayContaining([...terms]))
  })

  test('kiva help countries says that names work too', async () => {
    expect(await help('countries')).toContain('--country-code kenya, --region africa')
  })

  test('kiva help explore has every key with the name of its setting, on 60 lines', async () => {
    const text = await help('explore')
    const words = text.replaceAll(/\s+/g, ' ')
    for (const action of exploreActions) expect(words).toContain(`${action} (${keyWordsOf(action)})`)
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })

  test('kiva help sectors', async () => {
    for (const sector of knownValues.sector) expect(await help('sectors')).toContain(`\n  ${sector}\n`)
  })

  test('every option of a command is in its help or in the topic of its option group', async () => {
    const told = {
      'Filter options': `${await help('filters')}${await help('derived')}${await help('marks')}`,
      'Bulk options': await help('bulk'),
      'Output options': await help('output'),
      'Global options': await help('global-options'),
    }
    for (const command of all.filter(({ children }) => children.length === 0)) {
      for (const { long, group } of [...command.options, ...globalOptions]) {
        const text = group === 'Options' ? printPage(commandHelp(command), { width: 80 }) : told[group]
        expect(text).toContain(long)
      }
    }
  })

  test('kiva help filters names the lists that --only works on', async () => {
    const nouns = all.flatMap(({ endpoint, options }) =>
      endpoint && options.some(({ name }) => name === 'only') ? typeOf(endpoint).noun : [],
    )
    const text = (await help('filters')).replaceAll(/\s+/g, ' ')
    const [, named = ''] = /--only works on lists of ([^:]*):/.exec(text) ?? []
    expect(named.split(/, | and /).toSorted()).toEqual([...new Set(nouns)].toSorted())
  })

  test('kiva help bulk has the options of lists, without the defaults of other commands', async () => {
    expect(await help('bulk')).toMatch(/^ {2}-L, --limit <n> +stop after n records$/m)
  })

  test('kiva help bulk says how often pages are read again', async () => {
    const text = (await help('bulk')).replaceAll(/\s+/g, ' ')
    expect(text).toContain(`at most ${maxStepsBack} times per page`)
    expect(text).toContain('--strict-paging')
  })

  test('kiva help exit-codes says when stdout is not empty', async () => {
    const text = (await help('exit-codes')).replaceAll(/\s+/g, ' ')
    expect(text).toContain('stdout is empty, unless the code is 0, 9, 130 or 143')
    expect(text).toContain('--watch')
  })

  test('kiva help global-options lists all short options, and each is unique within a command', async () => {
    const text = await help('global-options')
    for (const { options, path } of all) {
      const taken = [...new Set([...options, ...globalOptions])].flatMap(
        ({ short, long }: OptionSpec): readonly [string, string][] => (short ? [[short, long]] : []),
      )
      for (const [short, long] of taken) expect(text).toMatch(new RegExp(`^ +${short} +${long}`, 'm'))
      expect(new Set(taken.map(([short]) => short)).size, path).toBe(taken.length)
    }
  })
})

describe('kiva help fields', () => {
  test.each(Object.entries(records))('%s lists every field', async (name, fields) => {
    const text = await help('fields', name)
    expect(termsOf(text)).toEqual(expect.arrayContaining(Object.keys(fields)))
  })

  test('lists nested fields by path', async () => {
    expect(await help('fields', 'loan_detail')).toMatch(/^ {2}location\.geo\.pairs +string · latitude/m)
  })
})

describe('an unknown topic is an error that suggests the nearest topic', () => {
  test.each([
    { words: ['exit-cods'], hint: 'Did you mean kiva help exit-codes? See kiva help.' },
    { words: ['lonas'], hint: 'Did you mean kiva help loans? See kiva help.' },
    {
      words: ['fields', 'loan_detial'],
      hint: 'Did you mean kiva help fields loan_detail? See kiva help fields.',
    },
    { words: ['fields', 'constructor'], hint: 'See kiva help fields.' },
    { words: ['sectors', 'Food'], hint: 'See kiva help sectors.' },
    { words: ['loans', 'serch'], hint: 'Did you mean kiva loans search? See kiva loans --help.' },
  ])('kiva help $words', async ({ words, hint }) => {
    const { code, stdout, stderr } = await run(['help', ...words], { terminal: 80 })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`hint: ${hint}\n`)
  })
})

test('a topic wins over a command of the same name, and names the help of that command', async () => {
  expect(await help('sandbox')).toContain('kiva sandbox --help')
})
