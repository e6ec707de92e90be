/** What a reply proves about the loans of its request, and when a pull asks again. */
import { describe, expect, test } from 'vitest'
import { day, hour } from '../../src/core/time.ts'
import { isAlarming, isDue, mayAskAgain, readAnswer } from '../../src/mirror/absence.ts'

const loan = (id: number | string) => ({ id })

describe('a reply', () => {
  test.each([
    ['with all loans', [1, 2], [1, 2], undefined, { loans: [1, 2], absent: [], isProof: true }],
    ['with some of them: the others are absent', [1, 2, 3], [2], undefined, { loans: [2], absent: [1, 3] }],
    [
      'with none of them proves nothing',
      [1, 2],
      [],
      undefined,
      { loans: [], unproven: [1, 2], isProof: false },
    ],
    [
      'with other loans proves nothing',
      [1, 2],
      [3, 4],
      undefined,
      { unproven: [1, 2], others: 2, isProof: false },
    ],
    [
      'with the witness alone: all are absent',
      [1, 2],
      [9],
      9,
      { loans: [], absent: [1, 2], others: 0, isProof: true },
    ],
    [
      'with others instead of the witness proves nothing',
      [1],
      [8],
      9,
      { unproven: [1], others: 1, isProof: false },
    ],
    ['with a loan but not the witness: the others are absent', [1, 2], [1], 9, { loans: [1], absent: [2] }],
    ['with a loan twice has it once', [1], [1, 1], undefined, { loans: [1], others: 0, withoutId: 0 }],
    ['with an id as text has that loan', [1], ['1'], undefined, { loans: ['1'], isProof: true }],
    [
      'with 0 for an id proves no absence',
      [1, 2],
      [1, 0],
      undefined,
      { absent: [], unproven: [2], withoutId: 1, isProof: true },
    ],
    [
      'with ids that are none',
      [1],
      [-1, 1.5, 2 ** 53, 'x'],
      undefined,
      { unproven: [1], withoutId: 4, others: 0 },
    ],
  ] as const)('%s', (_, asked, ids, witness, expected) => {
    const { loans, ...rest } = readAnswer(asked, ids.map(loan), witness)
    expect({ loans: loans.map(({ id }) => id), ...rest }).toMatchObject(expected)
    expect(loans.length + rest.absent.length + rest.unproven.length).toBe(asked.length)
  })

  test('may have records that are no objects', () => {
    expect(readAnswer([1], [1, null, 'x'])).toMatchObject({ unproven: [1], withoutId: 3, isProof: false })
  })

  test('has the last of two records of a loan', () => {
    const { loans } = readAnswer(
      [1],
      [
        { id: 1, name: 'old' },
        { id: 1, name: 'new' },
      ],
    )
    expect(loans).toEqual([{ id: 1, name: 'new' }])
  })
})

describe('an absent loan', () => {
  /** Returns the days on which daily pulls ask for a loan that never comes back. Each reply takes 20 minutes. */
  const daysOf = (status: string | undefined, step = 1) => {
    const days: number[] = []
    const since = hour / 3
    let askedAt = since
    for (let at = step; at <= 100; at += step)
      if (isDue({ status, since, askedAt }, at * day)) {
        days.push(at)
        askedAt = at * day + hour / 3
      }
    return days
  }

  test.each(['fundraising', 'funded', 'in_repayment'])(
    'that is %s is asked for after 1, 3, 10 and 30 days',
    (status) => {
      expect(daysOf(status)).toEqual([1, 4, 14, 44, 74])
    },
  )

  test.each(['paid', 'expired', undefined])('that is %s is asked for after 30 days', (status) => {
    expect(daysOf(status)).toEqual([30, 60, 90])
  })

  test('is asked for on the next day also by hourly pulls, and no earlier than half a day later', () => {
    expect(daysOf('funded', 1 / 24)[0]).toBeGreaterThan(0.5)
    expect(daysOf('funded', 1 / 24)[0]).toBeLessThanOrEqual(1)
  })

  test('that was left out in the future is asked for: the clock was wrong', () => {
    expect(isDue({ status: 'paid', since: 0, askedAt: 2 * day }, day)).toBe(true)
    expect(isDue({ status: 'paid', since: day, askedAt: day }, day)).toBe(false)
  })
})

test.each([
  [0, 0, false],
  [1, 1, false],
  [4, 4, false],
  [5, 5, true],
  [5, 50, false],
  [5, 49, true],
  [100, 1000, false],
  [101, 1000, true],
])('%i absent loans of %i are alarming: %s', (absent, asked, expected) => {
  expect(isAlarming(absent, asked)).toBe(expected)
})

test('requests for ids that were not proven are a quarter of all at most', () => {
  let [again, sent] = [0, 0]
  for (; sent < 1000; sent++) {
    if (mayAskAgain(again, sent)) again += 1
    expect(again * 4).toBeLessThanOrEqual(sent + 1)
  }
  expect(again).toBe(250)
})
