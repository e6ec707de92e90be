/** What a search finds, however its letters are typed. */
import { describe, expect, test } from 'vitest'
import { countriesNamed } from '../../src/api/countries.ts'
import { nearest } from '../../src/api/nearest.ts'
import { parseTypedValue } from '../../src/api/values.ts'
import { foldText } from '../../src/core/fold-text.ts'
import { jsonReply, run } from '../harness.ts'

describe('a typed text is the folded text of', () => {
  test.each([
    ['lukasz', 'Łukasz', 'ŁUKASZ', 'łukasz'],
    ['strasse', 'Straße', 'STRAẞE'],
    ['isik', 'Işık', 'IŞIK', 'ışık', 'İŞİK'],
    ['aero', 'Ærø', 'ærø', 'ÆRØ'],
    ['coeur', 'Cœur'],
    ['dinh thi', 'Đinh Thị', 'Đinh Thị'.normalize('NFD')],
    ['thorgils', 'Þorgils'],
    ['aliyev', 'Əliyev'],
    ['eve ndogo', 'Ɛʋɛ ŋɗɔɠɔ'.replace('ɠ', 'g')],
    ['kenya 2', 'Ｋｅｎｙａ\u3000２', 'ｋｅｎｙａ ２'],
    ['office flour', 'oﬃce ﬂour'],
    ["n'djamena", 'N’Djamena', 'NʼDjamena', 'N‘Djamena', 'N＇Djamena', "N'Djamena"],
    ['no 5', '№ 5', 'Nº 5', '𝐍𝐨 5'],
    ['οδοσ', 'οδος', 'ΟΔΌΣ'],
  ])('%s: %s', (typed, ...texts) => {
    expect(texts.map(foldText)).toEqual(texts.map(() => typed))
  })
})

/** All that Unicode calls a letter, and has a sign for. */
const letters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /\p{L}/u.test(letter))

test('a folded letter stays as it is', () => {
  expect(letters.filter((letter) => foldText(foldText(letter)) !== foldText(letter))).toEqual([])
})

test('a letter is found in both cases', () => {
  const differs = (letter: string) => foldText(letter.toUpperCase()) !== foldText(letter)
  // The iota below a Greek vowel becomes a letter of its own in capitals. Church Slavonic has other forms of small letters.
  const isOld = (letter: string) =>
    letter.normalize('NFD').includes('\u0345') || /[\u1c80-\u1c88]/.test(letter)
  expect(letters.filter((letter) => differs(letter) && !isOld(letter))).toEqual([])
})

test('all Latin letters of European languages are typed on a plain keyboard', () => {
  const rest = letters.filter(
    (letter) => letter >= '\u00c0' && letter <= '\u017f' && /[^a-z']/.test(foldText(letter)),
  )
  expect(rest.join('')).toBe('ĸĿŀ')
})

describe('full-width letters and others are read', () => {
  test('in names of a closed set, of countries and of columns', async () => {
    expect(nearest('ｓｅｃｔｏｒ', ['status', 'sector'])).toBe('sector')
    expect(countriesNamed('Ｋｅｎｙａ').map(({ name }) => name)).toEqual(['Kenya'])
    const of = (known: 'sector' | 'gender', text: string) =>
      parseTypedValue('--x', { kind: 'string', known }, [text])
    expect([of('sector', 'ｆｏｏｄ'), of('gender', 'ｗｏｍｅｎ')]).toEqual(['Food', 'female'])
    // A name that every object has.
    expect(of('gender', 'constructor')).toBe('constructor')
    const { stdout } = await run([
      '--sandbox',
      'loans',
      'newest',
      '--limit',
      '1',
      '-o',
      'csv',
      '--fields',
      'ｔｏｗｎ',
    ])
    expect(stdout).toMatch(/^location\.town\r\n/)
  })

  test('in filters', async () => {
    const names = ['Łukasz', 'Işık', 'Ærø', 'N’Djamena']
    const loans = names.map((name, at) => ({ id: at + 1, name, status: 'paid' }))
    const paging = { page: 1, total: loans.length, page_size: 20, pages: 1 }
    const found = async (filter: string) =>
      (
        await run(['loans', 'search', '-o', 'ids', '--filter', filter], {
          send: async () => jsonReply({ paging, loans }),
        })
      ).stdout
    expect(await found('lukasz')).toBe('1\n')
    expect(await found('name:ışık')).toBe('2\n')
    expect(await found('name=isik')).toBe('2\n')
    expect(await found('-name:aero -lukasz')).toBe('2\n4\n')
    expect(await found(`"n'dja"`)).toBe('4\n')
  })
})
