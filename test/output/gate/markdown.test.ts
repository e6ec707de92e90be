/** Text from the API in Markdown, read again by a parser of CommonMark with the extensions of GitHub. */
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, test } from 'vitest'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { Json } from '../../../src/core/json.ts'
import { markdown } from '../../../src/output/gate/markdown.ts'
import { clean } from '../../../src/output/gate/text.ts'
import { hostileTexts } from '../../../src/sandbox/hostile.ts'
import { printed, viewOf } from '../helpers.ts'
import { samples } from '../samples.ts'

interface Node {
  readonly type: string
  readonly value?: string
  readonly depth?: number
  readonly children?: readonly Node[]
}

const parse = (text: string): Node =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** Returns the types and texts of a tree, without empty comments. Texts side by side are one. */
function shown({ type, value, depth, children }: Node): Node {
  const joined: Node[] = []
  for (const child of children ?? []) {
    const last = joined.at(-1)
    if (child.type === 'html' && child.value === '<!-- -->') continue
    if (child.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', value: `${last.value}${child.value}` }
    else joined.push(shown(child))
  }
  return {
    type,
    ...(value !== undefined && { value }),
    ...(depth !== undefined && { depth }),
    ...(children && { children: joined }),
  }
}

function textsIn({ type, value = '', children = [] }: Node): readonly string[] {
  return type === 'text' ? [value] : children.flatMap(textsIn)
}

/** Where a page can have foreign text. */
const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `above\n${text}\nbelow`,
  (text) => `above\n\n${text}\n\n---\n`,
  (text) => `# ${text}\n\nbelow`,
  (text) => `## ${text} ##\n`,
  (text) => `${text}\n===\n`,
  (text) => `- ${text}\n- next\n`,
  (text) => `- above\n\n  ${text}\n`,
  (text) => `1. ${text}\n`,
  (text) => `> ${text}\n> below`,
  (text) => `- [ ] ${text}\n`,
  (text) => `| a | b |\n| --- | ---: |\n| ${text} | 2 |\n| 3 | ${text} |\n`,
  (text) => `| ${text} |\n| --- |\n| x |\n`,
  (text) => `**Use:** (${text}name)\n`,
  (text) => `$5 of ${text}name\n`,
]

/** What GitHub looks for in the texts of a page, after Markdown. */
const live: readonly RegExp[] = [
  /@[\da-z]/i,
  /#\d/,
  /\b(?:gh|ghsa|cve)-\w/i,
  /\b(?=\d*[a-f])[\da-f]{7,40}\b/i,
  /:(?:[\w+-]*[a-z_+-][\w+-]*|\d{3,}):/i,
  /\$[^$]*(?<=\S)\$/,
  /:\/\/|\bwww\./i,
]

/** What a parser shows at each place, with a word for the text. */
const expectedAt = new Map(places.map((place) => [place, JSON.stringify(shown(parse(place('PLACE'))))]))

/** Expects that a parser shows the text and nothing else, wherever the text stands. */
function expectText(text: string, where = places) {
  for (const place of where) {
    const tree = parse(place(markdown(text)))
    const expected = expectedAt.get(place) ?? ''
    const words = JSON.stringify(clean(text)).slice(1, -1)
    expect(shown(tree)).toEqual(JSON.parse(expected.replaceAll('PLACE', () => words)))
    for (const part of textsIn(tree)) for (const pattern of live) expect(part).not.toMatch(pattern)
  }
}

const fixed: readonly string[] = [
  ...['@name', 'a @org/team', '(@a)', '#12', 'owner/repo#4', 'GH-12', 'gh-1', 'CVE-2026-1234', 'a@b#1'],
  ...[':tada:', ':+1:', ':100:', ':a:b:', '::a::', '$x$', '$$x$$', '$5 or $6', 'a$b$c', '$`x`$', 'US$5'],
  ...['&lt;', '&#64;name', '&amp;lt;', '&commat;x', 'AT&T', 'a & b', '\\&lt;', '\\@name', '\\#12', '\\\\@a'],
  ...['https://evil.example/x?y=1', 'HTTP://a.example', 'www.evil.example', 'WWW.a.example', 'ftp://a.b'],
  ...['a@b.example', 'mailto:a@b.example', 'xmpp:a@b.example/c', '<https://a.example>', '<a@b.example>'],
  ...['a5c3785ed8d6a35868bc169f07e40e889087fd2e', 'a5c3785', 'me@a5c3785ed', '1a5c378...2a5c3785', 'DEFACED'],
  ...['# x', '#', '# x #', 'x #', '- x', '-', '---', '- - -', '+ x', '* x', '***', '1. x', '1)', '12345. x'],
  ...['> x', '===', '==x==', '= x', ':-', ':-:', '-:', '--- | ---', '| a | b |', 'a | b', '\\|', 'a\\', '\\'],
  ...['```js', '~~~', '`code`', '`` ` ``', '*a* _b_ __c__ **d** ~e~ ~~f~~', 'a*b*c', 'snake_case_name'],
  ...['<b>x</b>', '<img src=x onerror=y>', '<!-- x', '-->', '<!-- -->', '<?x?>', '<![CDATA[x]]>', '<x@y>'],
  ...['[a](b)', '![a](b)', '[a]: https://b.example "c"', '[a][b]', '[^1]', '[^1]: x', '[ ] x', '[x] y'],
  ...['    code', '\tcode', 'a  \nb', 'a\\\nb', 'a\n\nb', 'a\n---', 'a\n===', 'a\r\n# b', 'a\u2028- b'],
  ...['1,250', '2100001', '$1,250', '-1.5%', '+3', '-5 days', '1.5 years', '10:30:00', 'C#', '\u00a0# a'],
  ...['{x}', '{{x}}', '%%x%%', '^a^', 'x^2', '"q" \'q\' ... --', 'ref: #', '!', '!12', 'b\u0301#1', '李@李'],
]

describe('a parser shows the text letter by letter, in any block', () => {
  test.each([...fixed, ...hostileTexts])('%j', (text) => expectText(text))

  test('random text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...fixed, ...hostileTexts),
      fc.constantFrom(...'\\`*_{}[]()<>#+-.!|~:@$&=^/"\'% \t\n'),
      fc.constantFrom(' ', 'a', 'x', '1', 'www', 'http', 'f00', '000', 'lt;', 'gh', '\u00a0'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')),
        fc.constantFrom(...places),
        (text, place) => clean(text) === '' || expectText(text, [place]),
      ),
      { seed: 4711, numRuns: 1000 },
    )
  })
})

test('what needs nothing stays readable', () => {
  for (const text of ['$1,250', '-$5', '2100001', '61%', '1.5', 'Tom & Jerry', '10:30:00', 'Loan 2100001'])
    expect(markdown(text)).toBe(text)
  expect(markdown('C# at 5: a=b')).toBe('C\\# at 5: a=b')
  // A style of other readers than GitHub's.
  expect(markdown('a ==b==')).toBe(String.raw`a \=\=b\=\=`)
})

test.each(Object.keys(samples) as RecordName[])('cells of -o md are only text: %s', async (type) => {
  const [sample = null] = samples[type]
  const records = [...fixed, ...hostileTexts].map((text): Json => {
    const spoiled = (_: string, part: unknown) => (typeof part === 'string' ? text + part : part)
    return JSON.parse(JSON.stringify(sample), spoiled)
  })
  const tree = parse(await printed('md', records, viewOf(type)))
  const [table, ...others] = shown(tree).children ?? []
  expect([table?.type, others]).toEqual(['table', []])
  const [head, ...rows] = table?.children?.map(({ children = [] }) => children) ?? []
  expect(rows).toHaveLength(records.length)
  for (const cells of rows) {
    expect(cells).toHaveLength(head?.length ?? 0)
    for (const { children = [] } of cells)
      expect(children.map((part) => part.type).join()).toMatch(/^(text)?$/)
  }
  for (const part of textsIn(tree)) for (const pattern of live) expect(part).not.toMatch(pattern)
})
