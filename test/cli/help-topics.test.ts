import { describe, expect, test } from 'vitest'
import { knownValues } from '../../src/api/gaps.ts'
import { recordTypes } from '../../src/api/records/record-types.ts'
import { commandHelp } from '../../src/cli/help/help.ts'
import { printPage } from '../../src/cli/help/layout.ts'
import { topics } from '../../src/cli/help/topics/index.ts'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { topicNames } from '../../src/cli/topic-names.ts'
import { withDescendants } from '../../src/cli/tree/command-spec.ts'
import { commandTree } from '../../src/cli/tree/command-tree.ts'
import { faultNames } from '../../src/commands/actions/fault-names.ts'
import { commands } from '../../src/commands/index.ts'
import { exitCodes } from '../../src/exit-codes.ts'
import { formatNames } from '../../src/output/formats.ts'
import { run } from '../harness.ts'

const all = withDescendants(commandTree(commands))

/** The terms in the first columns of a text. */
const termsOf = (text: string) => [...text.matchAll(/^ +(\S+)/gm)].map(([, term]) => term)

async function help(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['help', ...words])
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

describe.each(topicNames)('kiva help %s', (name) => {
  test('fits into 80 columns, but for what is to be pasted', async () => {
    const text = await help(name)
    expect(text.length).toBeGreaterThan(100)
    for (const line of text.split('\n')) {
      if (!/^ {2}(kiva|curl|cut) /.test(line)) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })

  test('is named by the help of the whole, and by a brief', async () => {
    expect((await help()).replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`kiva help <topic> .*\\b${name}\\b`))
    expect(topics[name].brief).not.toBe('')
  })

  test('names only topics, and commands, that there are', async () => {
    const text = (await help(name)).replaceAll(/\s+/g, ' ')
    const named = [...text.matchAll(/kiva help ([a-z]+(?:-[a-z]+)*)/g)].map(([, word]) => word)
    expect(named.filter((word) => !(topicNames as readonly string[]).includes(word ?? ''))).toEqual([])
  })
})

describe('what topics tell comes from the tables', () => {
  test.each([
    ['exit-codes', Object.values(exitCodes).map(({ code }) => `${code}`)],
    ['formats', formatNames],
    ['fields', Object.keys(recordTypes)],
    ['countries', knownValues.country_code],
    ['faults', faultNames],
    ['environment', globalOptions.flatMap(({ env }: OptionSpec) => env ?? [])],
  ])('kiva help %s', async (name, terms) => {
    expect(termsOf(await help(name))).toEqual(expect.arrayContaining([...terms]))
  })

  test('kiva help sectors', async () => {
    for (const sector of knownValues.sector) expect(await help('sectors')).toContain(`\n  ${sector}\n`)
  })

  test('every option of a command is told by its help, or by the topic that this names', async () => {
    const told = {
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

  test('each option of one letter stands in one table, and one letter says one thing to one command', async () => {
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
  test.each(Object.entries(recordTypes))('%s: every field with its meaning', async (name, { fields }) => {
    const text = await help('fields', name)
    expect(termsOf(text)).toEqual(expect.arrayContaining(Object.keys(fields)))
  })

  test('of what stands within a field, by its path', async () => {
    expect(await help('fields', 'loan_detail')).toMatch(/^ {2}location\.geo\.pairs +string · latitude/m)
  })
})

describe('what is no topic is told with the nearest one', () => {
  test.each([
    { words: ['exit-code'], hint: 'Did you mean kiva help exit-codes? See kiva help.' },
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

test('a topic wins over a command of its name, and tells where that has its help', async () => {
  expect(await help('sandbox')).toContain('kiva sandbox --help')
})
