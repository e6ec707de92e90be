import { describe, expect, test } from 'vitest'
import { codesNamed } from '../../src/api/countries.ts'
import { derivedGroupsOf, recordTypes } from '../../src/api/records/record-types.ts'
import { optionsOf, withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { conflictsOf } from '../../src/cli/known-values.ts'
import { commands } from '../../src/commands/index.ts'
import { filterColumnsOf } from '../../src/records/filter-columns.ts'
import { parseFilter } from '../../src/records/row-filter.ts'
import { conditionsByType } from '../../src/reference/completion/conditions.ts'
import {
  conflictRows,
  globalCompletions,
  optionWords,
  placesOf,
} from '../../src/reference/completion/places.ts'
import { valueRows } from '../../src/reference/completion/script-text.ts'
import { completionScript } from '../../src/reference/completion/scripts.ts'

const conditions = await conditionsByType()
const places = placesOf(commands, conditions)
const rows = valueRows(places)

/** Returns the kind and the values of an option, or of an argument by its number, for a command path. */
function takes(path: string, word: string) {
  const row = rows.find(({ keys }) => keys.some((key) => key.word === word && (key.path ?? path) === path))
  return row ? [row.values.kind, ...row.values.set.map((value) => value.word)] : ['none']
}

/** Patterns that start a program or another shell, by shell. */
const starters = {
  bash: /\$\((?!\()|`|<\(/,
  zsh: /\$\((?!\()|`|[<=]\(kiva/,
  fish: /\b(command|exec|env) /,
  powershell: /\b(Start-Process|Invoke-Expression)\b|& /,
} as const

test('after an option, exactly the options that it conflicts with are left out, in every command', () => {
  const excludedBy = new Map(
    conflictRows(commands).flatMap(({ words, excluded }) => words.map((word) => [word, excluded])),
  )
  for (const command of withDescendants(commandTree(commands))) {
    const options = optionsOf(command)
    for (const option of options) {
      const excluded = excludedBy.get(option.long) ?? []
      const here = options.map(({ long }) => long).filter((long) => excluded.includes(long))
      expect(here.sort(), `${command.path} ${option.long}`).toEqual([...conflictsOf(option, options)].sort())
    }
  }
})

describe('values by command path', () => {
  test("an option's values can differ by command", () => {
    expect(takes('teams lenders', '--sort-by')).toEqual(['one', 'oldest', 'newest'])
    expect(takes('journal-entries search', '--sort-by')).toContain('recommendation_count')
    expect(takes('loans search', '--limit')).toEqual(['text'])
    expect(takes('loans search', '--all')).toEqual(['none'])
    expect(takes('loans search', '--out')).toEqual(['file'])
    expect(takes('', '--ca-file')).toEqual(['file'])
    expect(takes('sandbox', '--client')).toEqual(['text'])
    expect(takes('config get', '1')).toContain('timeout')
    expect(takes('config set color', '1')).toEqual(['one', 'auto', 'always', 'never'])
    expect(takes('config set sandbox', '1')).toEqual(['one', '1', '0'])
    expect(takes('config set ca_file', '1')).toEqual(['file'])
    expect(takes('config set timeout', '1')).toEqual(['none'])
    // `--no-pager` is a flag, but the pager setting is not a switch: its value can be any program.
    expect(takes('config set pager', '1')).toEqual(takes('config set timeout', '1'))
  })

  test('names of the user are read from the state folder, and @me is one of the values', () => {
    const named = (path: string, word: string) =>
      rows.find(({ keys }) => keys.some((key) => key.word === word && (key.path ?? path) === path))?.values
        .names
    expect(named('saved run', '1')).toBe('saved')
    expect(named('saved run', '2')).toBeUndefined()
    expect(named('shortlist remove', '1')).toBe('shortlists')
    for (const number of ['1', '2', '3']) expect(named('loans show', number)).toBe('@shortlists')
    expect(named('explore loans show', '2')).toBe('@shortlists')
    expect(takes('lenders show', '3')).toEqual(['list', '@me'])
    expect(takes('lenders loans', '1')).toEqual(['one', '@me'])
    expect(takes('lenders loans', '2')).toEqual(['none'])
    expect(takes('loans newest', '--not-lent-by')).toEqual(['list', '@me'])
  })

  test('every value consists of characters that the scripts quote correctly', () => {
    // bash quotes only spaces, and a comma ends a value of a list.
    const words = [...places.flatMap((place) => place.commands), ...rows.flatMap(({ values }) => values.set)]
    expect(words.map(({ word }) => word).filter((word) => !/^@?\w[\w ./:+-]*$/.test(word))).toEqual([])
  })
})

test('a column and its known values are conditions that a filter takes', async () => {
  for (const type of Object.values(recordTypes)) {
    const columns = await filterColumnsOf({ ...type, derived: derivedGroupsOf(type) })
    for (const [name, values] of Object.entries(conditions.get(type.name) ?? {})) {
      const texts = values.length > 0 ? values.map((value) => `${name}:${value}`) : [`${name}:"1"`]
      expect(parseFilter(texts.join(' '), columns).problems, type.name).toEqual([])
    }
  }
  const loans = conditions.get('loan_listing') ?? {}
  for (const country of loans['country'] ?? [])
    expect(codesNamed(country.replaceAll('_', ' ')), country).not.toEqual([])
  expect(Object.keys(loans)).toEqual(expect.arrayContaining(['asked', 'to-go', 'ends', 'outlook', 'region']))
  expect(loans['country']).toEqual(expect.arrayContaining(['kenya', 'burkina_faso']))
  expect(loans['asked']).toEqual([])
})

test('the columns of filters are those of the type of records', () => {
  expect(takes('loans search', '--filter')).toEqual(
    expect.arrayContaining(['conditions', 'asked:', 'status:']),
  )
  expect(takes('teams search', '--filter')).not.toContain('asked:')
  expect(takes('loans search', 'filter:status')).toContain('in_repayment')
  expect(takes('explore loans search', 'filter:sector')).toContain('personal_use')
  expect(takes('partners list', 'filter:status')).toEqual(['none'])
  expect(takes('api', '--filter')).toEqual(['text'])
})

describe.each(['bash', 'zsh', 'fish', 'powershell'] as const)('the %s script', async (shell) => {
  const script = await completionScript(shell, commands)

  test('contains each command, option and value', () => {
    const words = [
      ...places.flatMap((place) => [...place.commands, ...optionWords(place.options)]),
      ...optionWords(globalCompletions),
      ...rows.flatMap(({ values }) => values.set),
    ]
    expect([...new Set(words.map(({ word }) => word))].filter((word) => !script.includes(word))).toEqual([])
  })

  test('starts no program', () => {
    // Only in fish does a backslash escape within single quotes.
    const quoted = shell === 'fish' ? /^#.*$|'(?:\\.|[^'\\\n])*'/gm : /^#.*$|'[^'\n]*'/gm
    const data = script.replace(quoted, '')
    expect(data).not.toMatch(starters[shell])
  })
})
