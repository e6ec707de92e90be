import { describe, expect, test } from 'vitest'
import { SeenIds } from '../../src/core/seen-ids.ts'
import { idsOf, matchIds } from '../../src/records/record-ids.ts'

describe('the ids of a record', () => {
  test.each([
    [{ id: 7, shortname: 'Team_Seven' }, ['7', 'team_seven']],
    [{ id: null, shortname: 'EIGHT' }, ['eight']],
    [{ id: 0 }, ['0']],
    [{ id: 'GET*|loans|search', shortname: ['x'] }, ['get*loans|search']],
    [84, ['84']],
    [{ name: 'x' }, []],
    [{ id: { a: 1 }, shortname: [] }, []],
    [null, []],
    [[1], []],
  ])('%j', (record, ids) => {
    expect(idsOf(record, ['id', 'shortname'])).toEqual(ids)
  })
})

describe('what came of the ids that were asked for', () => {
  const loan = (id: number) => ({ id })

  test('stands in the order asked for, and what was not asked for comes last', () => {
    const { records, missing } = matchIds([1, 9, 3, 2].map(loan), [3, 2, 1], ['id'])
    expect([records, missing]).toEqual([[3, 2, 1, 9].map(loan), []])
  })

  test('names what is missing as it was asked for', () => {
    expect(matchIds([{ lender_id: 'shen' }], ['Shen', 'Amy'], ['lender_id']).missing).toEqual(['Amy'])
  })

  test('a team may answer to its shortname or its number', () => {
    const team = { id: 7, shortname: 'seven' }
    expect(matchIds([team], [7], ['id', 'shortname']).missing).toEqual([])
    expect(matchIds([team], ['SEVEN'], ['id', 'shortname']).missing).toEqual([])
  })

  test.each([[{ name: 'x' }], [84], [null]])(
    '%j does not say who it is, so it may be any of them',
    (record) => {
      expect(matchIds([record], [1, 2], ['id'])).toEqual({ records: [record], missing: [] })
    },
  )
})

describe('ids that were seen', () => {
  test('are known, until more than are kept have come', () => {
    const seen = new SeenIds([], 3)
    expect(['a', 'b', 'a', 'c', 'b'].map((id) => seen.add(id))).toEqual([true, true, false, true, false])
    expect(seen.list()).toEqual(['a', 'b', 'c'])
    expect([seen.add('d'), seen.list()]).toEqual([true, ['b', 'c', 'd']])
    expect([seen.add('a'), seen.list()]).toEqual([true, ['c', 'd', 'a']])
    expect(['e', 'f', 'g'].map((id) => seen.add(id))).toEqual([true, true, true])
    expect([seen.list(), seen.add('g'), seen.add('d')]).toEqual([['e', 'f', 'g'], false, true])
  })

  test('are taken over from an earlier run, the last ones', () => {
    const seen = new SeenIds(['a', 'b', 'c'], 2)
    expect([seen.list(), seen.add('c'), seen.add('a'), seen.list()]).toEqual([
      ['b', 'c'],
      false,
      true,
      ['c', 'a'],
    ])
  })
})
