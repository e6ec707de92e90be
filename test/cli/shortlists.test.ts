import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addIds, entriesOf, removeIds } from '../../src/cli/shortlists.ts'

/** A file as a person edits it. */
const edited = `# For Ana: "ends soon"

2100001  # 🌱 farmer, #1
  2100002\t# tab
2100003, 2100004 # two
#2100005 is not in the list
robin1001
`

describe('the entries of a file', () => {
  test('are ids with their notes, in order, without comments', () => {
    expect(entriesOf(edited)).toEqual([
      { id: '2100001', note: '🌱 farmer, #1' },
      { id: '2100002', note: 'tab' },
      { id: '2100003', note: 'two' },
      { id: '2100004', note: 'two' },
      { id: 'robin1001', note: '' },
    ])
  })

  test.each([
    ['', []],
    ['\n\n', []],
    ['84', ['84']],
    ['84\r\n85\r\n', ['84', '85']],
    ['\uFEFF84\n', ['84']],
    ['84\n84\n', ['84']],
    ['Robin\nrobin\n', ['Robin']],
    ['a#b # c', ['a#b']],
  ])('%j', (text, ids) => {
    expect(entriesOf(text).map(({ id }) => id)).toEqual(ids)
  })
})

describe('adding ids', () => {
  test('appends new ones and keeps every other byte', () => {
    expect(addIds(edited, ['2100001', '84', '85'])).toEqual({ text: `${edited}84\n85\n`, added: 2 })
    expect(addIds('84', ['85'])).toEqual({ text: '84\n85\n', added: 1 })
    expect(addIds('84\r\n', ['85']).text).toBe('84\r\n85\n')
  })

  test('with a note sets the note of all of them, each id once', () => {
    expect(addIds('84  # old\n85\n', ['84', '86'], 'new')).toEqual({
      text: '84  # new\n85\n86  # new\n',
      added: 1,
    })
    expect(addIds('84, 85 # both\n', ['85'], 'mine').text).toBe('84  # both\n85  # mine\n')
    expect(addIds('84  # old\n', ['84'], '').text).toBe('84\n')
    expect(addIds('84  # old\n', ['84']).text).toBe('84  # old\n')
  })

  test('keeps a note on its line', () => {
    const { text } = addIds('', ['84'], ' a\nb\u0085c\u2028d\u001b[31m # e ')
    expect(text).toBe('84  # a b c d [31m # e\n')
    expect(entriesOf(text)).toEqual([{ id: '84', note: 'a b c d [31m # e' }])
  })

  test('any note reads back as one line of the same words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (note) => {
        const { text } = addIds('85\n', ['84'], note)
        expect(text.split('\n')).toHaveLength(3)
        expect(entriesOf(text).map(({ id }) => id)).toEqual(['85', '84'])
        expect(addIds(text, ['84'], entriesOf(text)[1]?.note).text).toBe(text)
      }),
    )
  })
})

describe('removing ids', () => {
  test('keeps comments and other lines as they are', () => {
    const { text, removed, missing } = removeIds(edited, ['2100001', '2100004', 'ROBIN1001', '7'])
    expect(text).toBe(`# For Ana: "ends soon"

  2100002\t# tab
2100003  # two
#2100005 is not in the list
`)
    expect(removed.map(({ id }) => id)).toEqual(['2100001', '2100004', 'robin1001'])
    expect(missing).toEqual(['7'])
  })

  test('added ids can be removed again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat().map(String)), fc.string(), (ids, note) => {
        const { text } = addIds(edited, ids, note)
        const own = new Set(entriesOf(edited).map(({ id }) => id))
        const fresh = ids.filter((id) => !own.has(id))
        expect(removeIds(text, fresh)).toMatchObject({ text: edited, missing: [] })
      }),
    )
  })
})
