import { describe, expect, test } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import { everywhere, optionWords, placesOf } from '../../src/reference/completion/places.ts'
import { completionScript } from '../../src/reference/completion/scripts.ts'
import { valueRows } from '../../src/reference/completion/value-rows.ts'

const places = placesOf(commands)
const rows = valueRows(places)

/** What the values of an option, or of an argument by its number, are where a path leads. */
function takes(path: string, word: string) {
  const row = rows.find(({ keys }) => keys.some((key) => key.word === word && (key.path ?? path) === path))
  return row ? [row.values.kind, ...row.values.set.map((value) => value.word)] : ['none']
}

/** How a shell would start a program, or another shell. */
const starters = {
  bash: /\$\((?!\()|`|<\(/,
  zsh: /\$\((?!\()|`|[<=]\(kiva/,
  fish: /\b(command|exec|env) /,
  powershell: /\b(Start-Process|Invoke-Expression)\b|& /,
} as const

describe('what may be completed where', () => {
  test('is the same for all options of one name, or told by place', () => {
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
    // --no-pager is a flag, and the setting no switch: any program may be the pager.
    expect(takes('config set pager', '1')).toEqual(takes('config set timeout', '1'))
  })

  test('has every word in letters that the scripts quote as they should', () => {
    // bash is told to quote blanks alone, and a comma ends a value of a list.
    const words = [...places.flatMap((place) => place.commands), ...rows.flatMap(({ values }) => values.set)]
    expect(words.map(({ word }) => word).filter((word) => !/^[\w][\w ./:+-]*$/.test(word))).toEqual([])
  })
})

describe.each(['bash', 'zsh', 'fish', 'powershell'] as const)('the script of %s', (shell) => {
  const script = completionScript(shell, commands)

  test('has each command, option and value', () => {
    const words = [
      ...places.flatMap((place) => [...place.commands, ...optionWords(place.options)]),
      ...optionWords(everywhere),
      ...rows.flatMap(({ values }) => values.set),
    ]
    expect([...new Set(words.map(({ word }) => word))].filter((word) => !script.includes(word))).toEqual([])
  })

  test('starts nothing', () => {
    // Within single quotes a backslash escapes in fish alone.
    const quoted = shell === 'fish' ? /^#.*$|'(?:\\.|[^'\\\n])*'/gm : /^#.*$|'[^'\n]*'/gm
    const data = script.replace(quoted, '')
    expect(data).not.toMatch(starters[shell])
  })
})
