import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber } from '../../../src/core/numbers.ts'
import { printed, viewOf } from '../helpers.ts'

/** Parses like a YAML 1.1 or 1.2 parser. */
function read(yaml: string, version: '1.1' | '1.2'): unknown[] {
  return [...parseAllDocuments(yaml, { version, merge: false })].map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
}

test('a list has one document per record, and a single record has no marker', async () => {
  const records = [{ id: 1, tags: ['a', { b: [] }] }, 'x\n---\ny', 5]
  expect(await printed('yaml', records, viewOf('loan_listing'))).toBe(
    '---\nid: 1\ntags:\n  - a\n  - b: []\n---\n"x\\n---\\ny"\n---\n5\n',
  )
  expect(await printed('yaml', [], viewOf('loan_listing'))).toBe('')
  expect(await printed('yaml', [{ id: '1' }], viewOf('release', { single: true }))).toBe('id: "1"\n')
})

test('text that some parsers read as another type is quoted, like the country code NO', async () => {
  const odd = ['NO', 'y', 'on', '12:30', '2026-09-17', '0o7', '1_000', '~', '=', '<<', '1e5', '', ' ', '# x']
  const record = { odd, ...Object.fromEntries(odd.map((key) => [key, 1])) }
  const yaml = await printed('yaml', [record], viewOf('loan_listing'))
  expect(yaml).toContain('  - "NO"\n')
  for (const version of ['1.1', '1.2'] as const) expect(read(yaml, version)).toEqual([record])
})

test('preserves any value exactly', async () => {
  const anyJson = fc
    .jsonValue({ stringUnit: 'binary', noUnicodeString: false })
    .map((value) => JSON.parse(JSON.stringify(value)) as Json)
  await fc.assert(
    fc.asyncProperty(fc.array(anyJson), async (values) => {
      const yaml = await printed('yaml', values, viewOf('loan_listing'))
      expect(read(yaml, '1.2')).toEqual(values)
    }),
  )
})

/** Texts of pieces that mean something in YAML, alone or side by side. */
const pieces = [
  ...[
    '- ',
    '? ',
    ': ',
    ':',
    ' #',
    '#',
    '&a',
    '*a',
    '!t',
    '|',
    '>',
    '%',
    '@',
    '`',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
  ],
  ...[
    '---',
    '...',
    '<<',
    '=',
    '~',
    'no',
    'On',
    'YES',
    'n',
    'null',
    'True',
    '.inf',
    '.NaN',
    '0x1F',
    '0o7',
    '1_000',
  ],
  ...['190:20:30', '1e3', '+1', '-', '-1', '1.', '2026-09-17', '2001-12-14 21:59:43.10 -5', 'T', 'Z'],
  ...[
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '\r',
    '\\',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u00a0',
    'é',
    'नमस्ते',
    '👩‍🌾',
    'a',
    'word',
  ],
]
const oddText = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''))
const oddJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    oddText,
    fc.constantFrom<Json>(null, true, false, 0, -1.5, 1e21, 5e-7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4 }),
  ),
})).value

test('preserves text that looks like syntax, or like another type in either version', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(oddJson), async (drawn) => {
      // A dictionary has no prototype.
      const values = JSON.parse(JSON.stringify(drawn)) as Json[]
      const yaml = await printed('yaml', values, viewOf('loan_listing'))
      for (const version of ['1.1', '1.2'] as const) expect(read(yaml, version)).toEqual(values)
    }),
    { numRuns: 150 },
  )
})

test('a key of any length is a key', async () => {
  const record = { ['long '.repeat(500)]: { ['é"'.repeat(400)]: [1], 'two\nlines': 2 } }
  const yaml = await printed('yaml', [record], viewOf('loan_listing'))
  for (const version of ['1.1', '1.2'] as const) expect(read(yaml, version)).toEqual([record])
})

test('numbers beyond double precision keep their digits', async () => {
  const digits = '9007199254740993'
  const record = { id: new ExactNumber(digits), more: [new ExactNumber('1e400')] }
  expect(await printed('yaml', [record], viewOf('loan_listing'))).toBe(
    `---\nid: ${digits}\nmore:\n  - 1e400\n`,
  )
})

test('control characters, and line ends that only some parsers know, are escaped', async () => {
  const text = 'a\u202eb\x1b[2Jc\u0085d\u2028e\u{e0061}f\tg'
  const yaml = await printed('yaml', [{ text }], viewOf('loan_listing'))
  expect(yaml).toBe('---\ntext: "a\\u202eb\\u001b[2Jc\\u0085d\\u2028e\\U000e0061f\\tg"\n')
  expect(read(yaml, '1.2')).toEqual([{ text }])
})

/** One character of each kind that YAML 1.2 excludes as unprintable. */
const unprintable = ['\0', '\x07', '\x1f', '\x7f', '\x80', '\x9f', '\ufdd0', '\ufffe', '\uffff', '\u{1fffe}']

test('characters that YAML 1.2 excludes as unprintable are escaped, in values and keys', async () => {
  const record = {
    all: unprintable.join(' '),
    ...Object.fromEntries(unprintable.map((sign) => [sign, sign])),
  }
  const block = { all: `first line\n${'word '.repeat(60)}\n${unprintable.join('')}\n` }
  const yaml = await printed('yaml', [record, block, '\uffff'], viewOf('loan_listing'))
  expect(yaml).toMatch(/^[\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
  for (const version of ['1.1', '1.2'] as const)
    expect(read(yaml, version)).toEqual([record, block, '\uffff'])
})

test('a lone surrogate becomes U+FFFD, because libyaml would reject the stream', async () => {
  const yaml = await printed('yaml', [{ '\udc00': 'a\ud800b' }, '\ud800'], viewOf('loan_listing'))
  expect(read(yaml, '1.2')).toEqual([{ '\ufffd': 'a\ufffdb' }, '\ufffd'])
})

test('a long text is a literal block', async () => {
  const body = `Dear all,\n\n${'word '.repeat(60)}end\n  indented\n`
  const yaml = await printed('yaml', [{ body }], viewOf('comment'))
  expect(yaml.startsWith('---\nbody: |\n  Dear all,\n\n  word word')).toBe(true)
  expect(read(yaml, '1.1')).toEqual([{ body }])
})
