/** Marks, as a user takes them through a session: put on shortlists, opened as a tab, taken away. */
import { expect, test } from 'vitest'
import { openSession } from './session.ts'

const folder = (text?: string) =>
  new Map<string, string>(text === undefined ? [] : [['shortlists/spring.txt', text]])

test('marks go to a shortlist whose name is typed', async () => {
  const state = folder()
  const session = await openSession({ state })
  await session.press('space', 'space', 'a')
  expect((await session.screen()).join('\n')).toContain('Add 2 loans to shortlist:')
  await session.press('me', 'enter')
  await session.until('invalid shortlist name "me" · @me stands for your own lender id.')
  await session.press('ctrl-u', 'a/b', 'enter')
  await session.until('invalid shortlist name "a/b" · Use up to 64 letters, digits, - and _.')
  await session.press('ctrl-u', 'kenya')
  expect((await session.screen()).join('\n')).toContain(' > kenya  new shortlist')
  await session.press('enter')
  await session.until('Added 2 ids to kenya. @kenya now stands for 2 ids.')
  await session.end()
  expect(state.get('shortlists/kenya.txt')).toBe('2101484\n2101529\n')
})

test('a shortlist that exists is offered, and keeps its ids', async () => {
  const state = folder('7\n2101484\n')
  const session = await openSession({ state })
  await session.until('open')
  await session.press('a')
  await session.until(' > spring  2 ids')
  await session.press('sp', 'tab', 'enter')
  await session.until('Added 0 ids to spring (1 already there). @spring now stands for 2 ids.')
  await session.press('down', 'a', 'enter')
  await session.until('Added 1 id to spring. @spring now stands for 3 ids.')
  await session.end()
  expect(state.get('shortlists/spring.txt')).toBe('7\n2101484\n2101529\n')
})

test('M opens the marks of all lists, whose rows can be marked like others', async () => {
  const session = await openSession()
  await session.press('space', ':', 'loans search --sector Food', 'enter')
  await session.until('Food · ')
  await session.until(' loaded')
  await session.press('space', 'M')
  await session.until('all 2 loaded')
  const lines = await session.screen()
  expect(lines.filter((line) => /^[> ]\* {1,2}2\d{6}/.test(line))).toHaveLength(2)
  expect(lines.at(-2)).toContain(' 2 marked')
  await session.press('U')
  expect((await session.screen()).join('\n')).toContain(' Take all 2 marks away? 2 loans.')
  await session.press('y')
  expect((await session.screen()).at(-2)).toContain(' Nothing is marked any more.')
  const { stderr } = await session.end()
  expect(stderr).toBe('')
})
