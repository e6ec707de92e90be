/** The options of endpoints as help and completion show them, and which endpoints have them. Written by hand. */
import { describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '../../../src/api/endpoint.ts'
import { conflictsOf, requiredBy } from '../../../src/cli/known-values.ts'
import { type OptionSpec, usageOf } from '../../../src/cli/option-spec.ts'
import { familyOptions } from '../../../src/cli/options/index.ts'
import { anyPath } from '../../../src/commands/api.ts'
import { catalogue } from '../../../src/commands/catalogue.ts'
import { dashed } from '../../../src/core/shell-word.ts'

const endpoints: Readonly<Record<string, AnyEndpoint>> = {
  'loans newest': catalogue.loans.endpoints.newest,
  'loans show': catalogue.loans.endpoints.show,
  'loans updates': catalogue.loans.endpoints.updates,
  'partners list': catalogue.partners.endpoints.list,
  'loans journal-entries': catalogue.loans.endpoints.journal_entries,
  'teams show': catalogue.teams.endpoints.show,
  'my account': catalogue.my.endpoints.account,
  api: anyPath,
}

const optionsOf = (command: string): readonly OptionSpec[] => {
  const endpoint = endpoints[command]
  return endpoint ? familyOptions(endpoint) : []
}

/** The option of this long name, of some endpoint. */
const optionNamed = (long: string): OptionSpec | undefined =>
  Object.keys(endpoints)
    .flatMap(optionsOf)
    .find((option) => option.long === long)

const bulk = { group: 'Bulk options' }
const output = { group: 'Output options' }
const file = { file: true }
const groups = { ...output, topic: 'charts' }
const statistic = { ...groups, list: true, knownFields: 'measures', secondary: true }
const detail = { ...output, formats: ['table', 'md', 'html'], implies: 'table' }
const besideJq = { ...output, secondary: true, requires: [{ option: 'jq' }] }

const filter = { group: 'Filter options', topic: 'filters' }
const derived = { group: 'Filter options', topic: 'derived' }

const marks = { group: 'Filter options', topic: 'marks' }

const declared: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '--all': bulk,
  '-L, --limit <n>': bulk,
  '--with <group,…>': { ...derived, list: true, choices: expect.arrayContaining(['funding', 'mine']) },
  '--lender <lender>': derived,
  '--where <expression>': filter,
  '--order <field,…>': { ...filter, list: true, knownFields: 'values' },
  '--at-most <n:field,…>': { ...filter, list: true },
  '--not-lent-by <lender,…>': { ...filter, list: true },
  '--only <id,…>': { ...filter, list: true },
  '--budget <dollars>': { ...filter, secondary: true },
  '--new': marks,
  '--changes': marks,
  '--mark <name>': { ...marks, requires: [{ option: 'new' }, { option: 'changes' }] },
  '--peek': { ...marks, requires: [{ option: 'new' }, { option: 'changes' }] },
  '--mark-only': { ...marks, requires: [{ option: 'new' }, { option: 'changes' }] },
  '--fail-empty': output,
  '--concurrency <n>': { ...bulk, default: '4' },
  '--strict-paging': bulk,
  '--checkpoint <file>': { ...bulk, ...file, requires: [{ option: 'out' }] },
  '--resume <file>': { ...bulk, ...file, requires: [{ option: 'out' }] },
  '--missing <file>': { ...bulk, ...file },
  '--out <file>': { ...output, ...file },
  '--overwrite': { ...output, requires: [{ option: 'out' }, { option: 'missing' }] },
  '--fields [name,…]': { ...output, valueIfOmitted: '', list: true, knownFields: 'paths', topic: 'fields' },
  '--csv-safe': output,
  '--jq <expression>': output,
  '--slurp': besideJq,
  '-r, --raw-output': { ...besideJq, formats: ['raw'], implies: 'raw' },
  '--arg <name=value>...': {
    ...besideJq,
    requires: [{ option: 'jq' }, { option: 'where' }],
    list: true,
    verbatim: true,
  },
  '--images [protocol]': {
    ...output,
    valueIfOmitted: 'auto',
    choices: ['auto', 'kitty', 'iterm2', 'sixel', 'blocks'],
    topic: 'images',
  },
  '--by <field,…>': { ...groups, list: true, knownFields: 'values' },
  '--sum <field,…>': { ...groups, list: true, knownFields: 'numbers' },
  '--avg <field,…>': statistic,
  '--median <field,…>': statistic,
  '--min <field,…>': statistic,
  '--max <field,…>': statistic,
  '--count': { ...groups, yieldsTo: ['by', 'sum', 'avg', 'median', 'min', 'max'] },
  '--read': detail,
  '--across': detail,
  '--lang <language>': { ...detail, known: expect.arrayContaining(['en', 'es', 'all']) },
  '--full': detail,
  '--web': output,
  '--watch <duration>': output,
  '--until <expression>': { ...output, requires: [{ option: 'watch' }] },
  '--wire <format>': { ...output, choices: expect.arrayContaining(['html', 'json', 'xml']) },
  '--force': { ...output, secondary: true, requires: [{ option: 'wire' }] },
  '--curl': output,
  '--dry-run': output,
}

const longOf = (usage: string) => /--[a-z-]+/.exec(usage)?.[0] ?? ''

describe('an option of endpoints', () => {
  test.each(Object.entries(declared))('%s is declared', (usage, facts) => {
    const option = optionNamed(longOf(usage))
    expect(option && usageOf(option)).toBe(usage)
    expect(option).toMatchObject(facts)
    expect(option && `--${dashed(option.name)}`).toBe(option?.long)
  })

  test.each(Object.keys(declared))('%s has a brief: one line, without a full stop', (usage) => {
    expect(optionNamed(longOf(usage))?.brief).toMatch(/^[a-z][^\n]*[^.\s]$/)
  })
})

describe('the formats of an option', () => {
  test.each([
    ['--fields', ['table', 'json', 'csv', 'geojson', 'parquet', 'raw'], ['chart', 'map', 'ids']],
    ['--csv-safe', ['csv', 'tsv'], ['json', 'table', 'geojson']],
    ['--by', ['table', 'json', 'csv', 'parquet', 'chart'], ['map', 'ids']],
    ['--sum', ['table', 'json', 'csv', 'parquet', 'chart', 'map'], ['ids']],
    ['--jq', ['table', 'json', 'csv', 'geojson', 'parquet', 'chart', 'map', 'raw'], ['ids']],
    ['--changes', ['table', 'json', 'csv'], ['ids']],
    ['--avg', ['table', 'json', 'csv', 'parquet', 'chart'], ['map']],
    ['--count', ['table', 'json', 'csv', 'geojson', 'raw'], ['parquet', 'chart', 'map']],
    ['--checkpoint', ['json', 'ndjson', 'csv', 'raw'], ['table', 'parquet', 'chart', 'map']],
    ['--resume', ['json', 'ndjson', 'csv', 'raw'], ['table', 'parquet', 'chart', 'map']],
  ])('%s: %j, but not %j', (long, taken, refused) => {
    const formats: readonly string[] = optionNamed(long)?.formats ?? []
    expect(formats).toEqual(expect.arrayContaining(taken))
    expect(refused.filter((format) => formats.includes(format))).toEqual([])
  })

  test.each(['--images', '--out', '--curl', '--limit', '--watch', '--wire'])('%s: all of them', (long) => {
    expect(optionNamed(long)).toBeDefined()
    expect(optionNamed(long)?.formats).toBeUndefined()
  })
})

describe('which endpoints have an option', () => {
  const everywhere = [
    '--fields --csv-safe --jq --slurp --raw-output --arg --images --by --count',
    '--sum --avg --median --min --max',
    '--watch --until --out --overwrite --wire --force --curl --dry-run',
  ]
    .join(' ')
    .split(' ')
  const paged = ['--all', '--limit', '--concurrency', '--strict-paging', '--checkpoint', '--resume']
  const lists = [
    ...['--where', '--order', '--at-most', '--across', '--fail-empty'],
    ...['--new', '--changes', '--mark', '--peek', '--mark-only'],
  ]
  const byIds = ['--concurrency', '--checkpoint', '--resume', '--missing']

  test.each([
    ['loans newest', [...paged, ...lists, '--with', '--lender', '--not-lent-by', '--budget', '--web']],
    ['api', [...paged, ...lists, '--with', '--lender', '--not-lent-by']],
    ['loans journal-entries', [...paged, ...lists, '--only', '--read']],
    ['partners list', [...paged, ...lists, '--only']],
    ['loans updates', ['--all', '--limit', ...lists, '--read']],
    ['loans show', [...byIds, ...lists, '--with', '--lender', '--not-lent-by', '--lang', '--full', '--web']],
    ['teams show', [...byIds, ...lists, '--with']],
    ['my account', []],
  ])('%s: %j besides those of all', (command, special) => {
    const some = new Set(Object.keys(declared).map(longOf))
    const found = optionsOf(command).flatMap(({ long }) => (some.has(long) ? [long] : []))
    expect(found.sort()).toEqual([...everywhere, ...special].sort())
  })

  test('--wire takes the formats that the service has of the path', () => {
    const choices = optionsOf('api').find(({ name }) => name === 'wire')?.choices
    expect(choices).toEqual(['html', 'json', 'xml', 'rss'])
  })
})

describe('the rules between options, by the names that a person types', () => {
  const options = () => optionsOf('loans newest')
  const option = (long: string): OptionSpec => optionNamed(long) ?? expect.unreachable(`${long} is no option`)

  test('what an option requires: only options that the command has', () => {
    expect(requiredBy(option('--slurp'), options())).toEqual(['--jq'])
    expect(requiredBy(option('--overwrite'), options())).toEqual(['--out'])
    expect(requiredBy(option('--overwrite'), optionsOf('loans show'))).toEqual(['--out', '--missing'])
    expect(requiredBy(option('--jq'), options())).toEqual([])
  })

  test('a conflict, whichever of the two declares it', () => {
    expect(conflictsOf(option('--curl'), options())).toEqual(['--web', '--watch', '--dry-run'])
    expect(conflictsOf(option('--dry-run'), options())).toEqual(['--web', '--watch', '--curl'])
    expect(conflictsOf(option('--overwrite'), options())).toEqual([])
  })
})
