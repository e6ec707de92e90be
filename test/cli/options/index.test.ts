/** The rules between options, with options made up for it. `test/oracles/option-rules.ts` has those of the commands. */
import { describe, expect, test } from 'vitest'
import { givenOf } from '../../../src/cli/given.ts'
import type { OptionSpec } from '../../../src/cli/option-spec.ts'
import { checkOptions } from '../../../src/cli/options/index.ts'
import { KivaError } from '../../../src/core/errors.ts'
import type { OutputFormat } from '../../../src/output/formats.ts'

const about = (hint: string, ...options: readonly string[]) => options.map((option) => ({ option, hint }))
const spec = (name: string, facts: Partial<OptionSpec> = {}): OptionSpec => ({
  name,
  long: `--${name}`,
  brief: 'made up',
  group: 'Options',
  ...facts,
})

const specs = [
  spec('plain'),
  spec('lonely', { conflicts: about('Leave one out.', 'other', 'plain') }),
  spec('other'),
  spec('needy', { requires: about('Add a pair.', 'left', 'right', 'of-another-command') }),
  spec('left'),
  spec('right'),
  spec('strange', { requires: about('Add it.', 'of-another-command') }),
  spec('cells', { formats: ['csv', 'tsv', 'raw'] }),
  spec('tall', { formats: ['table'], implies: 'table' }),
  spec('drawn', { implies: 'chart' }),
  spec('out'),
]

type Values = Readonly<Record<string, string>>

const given = (values: Values) =>
  givenOf(new Map(Object.entries(values).map(([name, value]) => [name, [value]])))

/** The message and the hint of a refusal, if there is one. */
function refusal(check: () => void): readonly (string | undefined)[] | undefined {
  try {
    check()
  } catch (problem) {
    if (problem instanceof KivaError && problem.kind === 'usage') return [problem.message, problem.hint]
    throw problem
  }
  return undefined
}

const check = (values: Values, format?: OutputFormat) =>
  refusal(() => checkOptions(specs, given(values), format))

describe('options that cannot be used together', () => {
  test('are refused in either order, with the hint of their rule', () => {
    const expected = ['--other cannot be used with --lonely', 'Leave one out.']
    expect(check({ lonely: '1', other: '1' })).toEqual(expected)
    expect(check({ other: '1', lonely: '1' })).toEqual(expected)
  })

  test('are fine by themselves', () => {
    for (const name of ['lonely', 'other', 'plain']) expect(check({ [name]: '1' })).toBeUndefined()
    expect(check({ other: '1', plain: '1' })).toBeUndefined()
  })
})

describe('an option that requires others', () => {
  test('names those that the command has', () => {
    expect(check({ needy: '1' })).toEqual(['--needy requires --left or --right', 'Add a pair.'])
  })

  test.each(['left', 'right'])('is satisfied by --%s', (name) => {
    expect(check({ needy: '1', [name]: '1' })).toBeUndefined()
  })

  test('is allowed where the command has none of them', () => {
    expect(check({ strange: '1' })).toBeUndefined()
  })
})

describe('an option of some formats', () => {
  const hint = 'Use it with -o csv, tsv or ndjson.'

  test.each<[string, Values, OutputFormat, string]>([
    ['named', { output: 'json' }, 'json', '-o json'],
    ['of a file', { out: 'a.json' }, 'json', '--out a.json'],
    ['named, of a file too', { output: 'json', out: 'a.json' }, 'json', '-o json'],
    ['of another option, with a file', { out: 'a.txt', drawn: '1' }, 'chart', '--drawn'],
    ['of another option', { drawn: '1' }, 'chart', '--drawn'],
    ['that nobody named', {}, 'json', '-o json'],
    ['that nobody named, with a file', { out: 'a.txt' }, 'json', '-o json'],
    ['that nobody named, with an option of another format', { drawn: '1' }, 'json', '-o json'],
  ])('is refused with another format, %s', (_, values, format, source) => {
    expect(check({ cells: '1', ...values }, format)).toEqual([`--cells cannot be used with ${source}`, hint])
  })

  test('is allowed with these formats, and while the format is unknown', () => {
    expect(check({ cells: '1' }, 'csv')).toBeUndefined()
    expect(check({ cells: '1' }, 'raw')).toBeUndefined()
    expect(check({ cells: '1' })).toBeUndefined()
    expect(check({ plain: '1', drawn: '1' }, 'json')).toBeUndefined()
  })

  test('that it selects names that format', () => {
    expect(check({ tall: '1', cells: '1' }, 'table')).toEqual(['--cells cannot be used with --tall', hint])
  })
})

test('a conflict is told first, then what is missing, then the format', () => {
  const wrong = { cells: '1', needy: '1', lonely: '1', other: '1' }
  expect(check(wrong, 'json')?.[0]).toBe('--other cannot be used with --lonely')
  expect(check({ cells: '1', needy: '1' }, 'json')?.[0]).toBe('--needy requires --left or --right')
})

test('a binary format needs a file', () => {
  expect(check({}, 'parquet')).toEqual([
    '-o parquet requires --out',
    'Write it to a file: --out loans.parquet.',
  ])
  expect(check({ out: 'a.parquet' }, 'parquet')).toBeUndefined()
  expect(check({}, 'json')).toBeUndefined()
})
