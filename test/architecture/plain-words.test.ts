/** Help and errors use plain words: no shape of a sentence that nobody would say aloud. */
import { describe, expect, test } from 'vitest'
import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { commandHelp, firstScreen } from '../../src/cli/help/help.ts'
import { printPage, type Topic } from '../../src/cli/help/layout.ts'
import { topics } from '../../src/cli/help/topics/index.ts'
import { commands } from '../../src/commands/index.ts'
import { run } from '../harness.ts'
import { optionRules } from '../oracles/option-rules.ts'
import { refusals } from '../oracles/refusals.ts'
import { filesIn, findBanned, linesOf, shapes, stringsOf } from './plain-words.ts'

describe('the banned shapes', () => {
  test.each(shapes)('$banned matches $example', ({ banned, example }) => {
    expect(example).toMatch(banned)
  })

  test('allow plain words', () => {
    const texts = [
      'There is no setting "colors"',
      'invalid value "open" for --status',
      'Use --sandbox to try it offline with made-up data.',
      'one JSON object per line',
      'The login is no longer valid.',
    ]
    expect(findBanned(texts.map((text) => ({ where: 'here', text })))).toEqual([])
  })

  test('are found in strings and templates of a source, and reported with the file', () => {
    const source = [
      `const a = 'It is no text: name a file'`,
      'const b = `--images does not go with $' + '{other}`',
      `// Text of strangers is fine in a comment.`,
    ].join('\n')
    expect(findBanned(stringsOf('src/planted.ts', source))).toEqual([
      'src/planted.ts: "is no t" in "It is no text: name a file": say "is not a …", or what the thing is',
      'src/planted.ts: "does not go with" in "--images does not go with …": say "cannot be used with" or "requires"',
    ])
  })
})

/** Made-up stories, which imitate what people write. */
const stories = /^src\/sandbox\/marketplace\//

const sources = filesIn('src', /\.ts$/).filter((path) => !stories.test(path))

test.each(sources)('the strings of %s', (path) => {
  expect(findBanned(stringsOf(path))).toEqual([])
})

test.each([...filesIn('man', /\.\d$/), ...filesIn('completions', /^_?kiva/)])('the lines of %s', (path) => {
  expect(findBanned(linesOf(path))).toEqual([])
})

describe('the help page of', () => {
  const root = commandTree(commands)
  const pages = [
    ['kiva', firstScreen(root)] as const,
    ...withDescendants(root).map((node) => [`${node.path} --help`, commandHelp(node)] as const),
    ...Object.entries(topics).flatMap(([name, { page, parts = {} }]: [string, Topic]) => [
      [`kiva help ${name}`, page(root)] as const,
      ...Object.entries(parts).map(([part, make]) => [`kiva help ${name} ${part}`, make()] as const),
    ]),
  ]
  test.each(pages)('%s', (where, page) => {
    expect(findBanned([{ where, text: printPage(page, { width: 80 }) }])).toEqual([])
  })
})

describe('the errors of', () => {
  const lines = [
    ...refusals.map(({ argv, stdin }) => ({ argv: [argv].flat(), stdin: stdin ?? '', env: {} })),
    ...optionRules.map(({ line, env = {} }) => ({ argv: [line], stdin: '', env })),
  ].map(({ argv, ...more }) => ({
    title: argv.join(' '),
    words: argv.length === 1 ? (argv[0] ?? '').split(' ') : argv,
    ...more,
  }))

  test.each(lines)('kiva $title', async ({ title, words, stdin, env }) => {
    const { stderr } = await run(words, { terminal: 200, env, stdin })
    expect(stderr).not.toBe('')
    expect(findBanned(stderr.split('\n').map((text) => ({ where: `kiva ${title}`, text })))).toEqual([])
  })

  test('test/screens/errors.txt', () => {
    expect(findBanned(linesOf('test/screens/errors.txt'))).toEqual([])
  })
})
