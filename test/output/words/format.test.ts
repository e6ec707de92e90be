import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { ExactNumber } from '../../../src/core/numbers.ts'
import {
  ago,
  bar,
  count,
  date,
  dateAgo,
  dateTime,
  dollarsPerDay,
  type Format,
  left,
  leftInWords,
  local,
  money,
  monthName,
  monthWords,
  oneDecimal,
  percent,
  percentWithTenths,
  share,
  shareWithTenths,
  whole,
  wholeDollars,
  wholePercent,
} from '../../../src/output/words/format.ts'
import { now } from '../samples.ts'

const later = (milliseconds: number) => new Date(now + milliseconds).toISOString().replace('.000Z', 'Z')
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const

describe('money, numbers, shares', () => {
  it.each([
    [2500, '$2,500'],
    [0, '$0'],
    [178.57, '$178.57'],
    [9.279999999999999, '$9.28'],
    [1234567.5, '$1,234,567.50'],
    [-3.2, '-$3.20'],
    ['178.57', '$178.57'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['a lot', 'a lot'],
    [{ amount: 5 }, '{"amount":5}'],
    [90059646868508.67, '$90,059,646,868,508.67'],
    [-90071992547410.5, '-$90,071,992,547,410.50'],
    [900719925474099, '$900,719,925,474,099'],
    [1e21, '$1e+21'],
  ])('money(%j) is %j', (value, shown) => expect(money(value)).toBe(shown))

  it('counts are grouped, local amounts have no currency sign, and percentages are rounded', () => {
    expect([
      count(1234567),
      count(999),
      count(1234.5678),
      local(325000.5),
      percent(4.2512),
      percent(-0.5),
    ]).toEqual(['1,234,567', '999', '1,234.5678', '325,000.50', '4.25%', '-0.5%'])
  })

  it.each<[string, Format, readonly (readonly [value: Json, shown: string])[]]>([
    [
      'tenths of a percent',
      percentWithTenths,
      [
        [34.06, '34.1%'],
        [100, '100.0%'],
        [0, '0.0%'],
      ],
    ],
    [
      'whole percent, rounded down',
      wholePercent,
      [
        [99.99, '99%'],
        [100, '100%'],
        ['61.9', '61%'],
      ],
    ],
    [
      'a share in percent',
      share,
      [
        [0.414, '41%'],
        [0.415, '42%'],
        [1, '100%'],
      ],
    ],
    [
      'a share in tenths of a percent',
      shareWithTenths,
      [
        [0.1, '10%'],
        [0.12345, '12.3%'],
      ],
    ],
    [
      'one decimal',
      oneDecimal,
      [
        [4, '4.0'],
        [4.26, '4.3'],
        ['3.5', '3.5'],
        [1234.56, '1234.6'],
      ],
    ],
    [
      'whole numbers',
      whole,
      [
        [1234.5, '1,235'],
        [0.4, '0'],
      ],
    ],
    [
      'whole dollars',
      wholeDollars,
      [
        [1234.5, '$1,235'],
        [-2.6, '-$3'],
        [0, '$0'],
      ],
    ],
    ['an ExactNumber too', shareWithTenths, [[new ExactNumber('0.12500000000000000000001'), '12.5%']]],
  ])('rounds to %s', (_, format, pairs) => {
    expect(pairs.map(([value]) => format(value))).toEqual(pairs.map(([, shown]) => shown))
    expect([format(null), format(undefined), format('some')]).toEqual(['', '', 'some'])
  })

  it('dollars per hour are shown as whole dollars per day', () => {
    expect([0.5, '1.02', 0, null, 'some'].map(dollarsPerDay)).toEqual([12, 24, 0, undefined, undefined])
  })

  it('a bar is full only at 100% and empty only at 0%', () => {
    expect([0, 0.001, 0.5, 0.999, 1].map((share) => bar(share, 4))).toEqual([
      '░░░░',
      '█░░░',
      '██░░',
      '███░',
      '████',
    ])
  })
})

describe('dates and times', () => {
  it('names a month', () => expect(monthWords('2026-12')).toBe('Dec 2026'))

  it.each([
    ['2026-10-02T23:59:59Z', '2 Oct 2026', '2 Oct 2026 23:59 UTC'],
    ['2026-10-02', '2 Oct 2026', '2 Oct 2026 00:00 UTC'],
    ['2026-10-02 07:05:00', '2 Oct 2026', '2 Oct 2026 07:05 UTC'],
    ['2026-10-02T23:30:00-02:00', '3 Oct 2026', '3 Oct 2026 01:30 UTC'],
    ['2026-13-45', '2026-13-45', '2026-13-45'],
    ['soon', 'soon', 'soon'],
    [7, '7', '7'],
    [null, '', ''],
  ])('%j is %j, in full %j', (value, short, full) => {
    expect([date(value), dateTime(value)]).toEqual([short, full])
  })

  it.each([
    [-30_000, 'just now'],
    [-5 * minute, '5min ago'],
    [-3 * hour - minute, '3h ago'],
    [-12 * day, '12d ago'],
    [-31 * day, '3 Sep 2026'],
    [2 * day, '6 Oct 2026'],
  ])('%d ms from now was %j', (offset, shown) => expect(ago(later(offset), now)).toBe(shown))

  it.each([
    [12 * day + hour, '12d', '12 days left'],
    [day, '1d', '1 day left'],
    [3 * hour, '3h', '3 hours left'],
    [90_000, '1min', '1 minute left'],
    [0, 'over', 'ended 4 Oct 2026'],
  ])('%d ms from now: %j left, %j', (offset, short, long) => {
    expect([left(later(offset), now), leftInWords(later(offset), now)]).toEqual([short, long])
  })

  it('without the current time, cells are ISO 8601 and sentences have full dates', () => {
    expect([ago(later(0)), left(later(0))]).toEqual(Array(2).fill('2026-10-04T12:00:00Z'))
    expect(dateAgo(later(0))).toBe('4 Oct 2026 12:00 UTC')
    expect(dateAgo(later(-3 * hour), now)).toBe('4 Oct 2026 09:00 UTC (3h ago)')
  })
})

it.each([
  ['2026-11', undefined, 'November'],
  ['2026-12', '2026-11', 'December'],
  ['2027-10', '2026-11', 'October'],
  ['2027-11', '2026-11', 'November 2027'],
])('the month %s seen from %s is %s', (month, from, name) => {
  expect(monthName(month, from)).toBe(name)
})
