/** World maps as text: positions, the legend and the size. */
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coastlinesModule } from '../../../scripts/coastlines.mjs'
import type { RecordName } from '../../../src/api/records/record-types.ts'
import type { Json } from '../../../src/core/json.ts'
import { coasts, projectionFor } from '../../../src/output/map/canvas.ts'
import { shadeOf, shadesOf } from '../../../src/output/map/map.ts'
import { width } from '../../../src/output/terminal/width.ts'
import type { View } from '../../../src/output/view.ts'
import { printed, unsafeIn, viewOf } from '../helpers.ts'

const draw = (records: Iterable<Json>, view: Partial<View> = {}, returns: RecordName = 'loan_listing') =>
  printed('map', records, viewOf(returns, view))
const loan = (town: Json, pairs: Json, country = 'Kenya') => ({
  loan_amount: 50,
  location: { town, country, geo: { pairs } },
})
const nakuru = loan('Nakuru', '-0.283333 36.066667')
const lima = loan('Lima', '-12.05 -77.05', 'Peru')
const legendOf = (text: string) => text.slice(text.indexOf('\n\n') + 2)

describe('the coastlines', () => {
  test('match the output of scripts/coastlines.mjs (run it to write them again)', async () => {
    const path = new URL('../../../src/output/map/coastlines.ts', import.meta.url)
    const text = await readFile(path, 'utf8')
    expect(text).toBe(await coastlinesModule())
    expect(text.length).toBeLessThan(10_000)
  })

  test('have valid coordinates, and no line jumps across the map', () => {
    const lines = [...coasts()]
    expect(lines.length).toBeGreaterThan(100)
    for (const line of lines) {
      for (const [at, [longitude, latitude]] of line.entries()) {
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
        expect(latitude).toBeGreaterThan(-70)
        expect(latitude).toBeLessThanOrEqual(90)
        const [before = longitude] = line[at - 1] ?? []
        expect(Math.abs(longitude - before)).toBeLessThan(20)
      }
    }
  })

  // Places at the sea, chosen by hand: they show whether the land has moved.
  test.each([
    ['Cape Agulhas', 20, -34.8],
    ['Gibraltar', -5.4, 36.1],
    ['Cape Comorin', 77.5, 8],
    ['Land’s End of Cornwall', -5.7, 50],
  ])('%s is near a coastline', (_, longitude, latitude) => {
    const nearest = Math.min(...[...coasts()].flat().map(([x, y]) => Math.hypot(x - longitude, y - latitude)))
    expect(nearest).toBeLessThan(1.5)
  })
})

describe('a map', () => {
  test('keeps the proportions of the world, and its height has a limit', () => {
    for (const columns of [20, 80, 133, 200, 300]) {
      const { rows } = projectionFor(columns, 1000)
      expect((columns * 2) / 360 / ((rows * 4) / 128)).toBeCloseTo(1, columns < 80 ? 0 : 1)
    }
    expect(projectionFor(200, 16)).toMatchObject({ rows: 16 })
  })

  test('numbers the largest places by amount and name, and shades the others', async () => {
    const others = Array.from({ length: 20 }, (_, at) => loan(`Town ${at}`, `${at * 2} ${at * 4}`, ''))
    const text = await draw([nakuru, nakuru, nakuru, lima, lima, ...others], { width: 80 })
    expect(legendOf(text).split('\n')[0]).toMatch(/^1 {2}Nakuru, Kenya +3 {3}4 {2}Town \d+ \+1 +2$/)
    expect(text).toContain('\n2  Lima, Peru')
    expect(text).toContain('\nLOANS  ▓ 1\n')
    expect(text.slice(0, text.indexOf('\n\n'))).toMatch(/1[^1]*2/)
  })

  test('draws a place at its coordinates', async () => {
    const rows = (await draw([nakuru], { width: 80 })).split('\n')
    const row = rows.findIndex((line) => line.includes('1'))
    expect([row, rows[row]?.indexOf('1')]).toEqual([
      Math.floor((72.28 / 128) * 14),
      Math.floor((216.07 / 360) * 80),
    ])
  })

  test('combines places at one position under the name of the largest', async () => {
    const text = await draw([nakuru, nakuru, loan('Molo', '-0.25 36.1')], { width: 80 })
    expect(legendOf(text)).toBe('1  Nakuru, Kenya +1  3\n')
  })

  test('sums amounts as money', async () => {
    const text = await draw([nakuru, nakuru, lima], {
      aggregation: { measure: { statistic: 'sum', path: ['loan_amount'] } },
    })
    expect(legendOf(text)).toBe('1  Nakuru, Kenya  $100\n2  Lima, Peru      $50\n')
  })

  test('a note says how many records have no place', async () => {
    const nowhere = [
      {},
      84,
      loan('A', ''),
      loan('A', 'x y'),
      loan('A', '91 0'),
      loan('A', '1 2 3'),
      loan('A', 7),
    ]
    expect(await draw([nakuru, ...nowhere])).toContain('\n7 of 8 loans have no place.\n')
  })

  test('uses the countries of partners and the loans of lending actions', async () => {
    const countries = [{ name: 'Peru', location: { geo: { pairs: '-10 -76' } } }, { name: 'Chad' }]
    expect(legendOf(await draw([{ name: 'A', countries }], {}, 'partner_listing'))).toBe('1  Peru  1\n')
    expect(legendOf(await draw([{ loan: lima }], {}, 'lending_action'))).toBe('1  Lima, Peru  1\n')
  })

  test('plain text prints one line per place, without a map', async () => {
    expect(await draw([lima, nakuru, nakuru], { plain: true })).toBe(
      'loans by place:\nNakuru, Kenya: 2\nLima, Peru: 1\n',
    )
  })

  test('no records print nothing, and records without a place print a note', async () => {
    expect(await draw([])).toBe('')
    expect(await draw([{}])).toContain('1 of 1 loan has no place.')
  })

  test('any text is sanitized, and no line is wider than the screen', async () => {
    const text = fc.string({ unit: 'binary' })
    const at = fc.tuple(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    )
    const records = fc.array(fc.tuple(text, at).map(([town, pairs]) => loan(town, pairs.join(' '), town)))
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom(20, 40, 80, 200), async (loans, columns) => {
        const shown = await draw(loans, { width: columns, color: true })
        expect(unsafeIn(shown.replaceAll(/[\u200c\u200d]/g, ''))).toEqual([])
        const map = shown.replaceAll(/\x1b\[\d+m/g, '').split('\n')
        for (const line of map)
          if (!/ have /.test(line)) expect(width(line), line).toBeLessThanOrEqual(columns)
      }),
      { numRuns: 30 },
    )
  })

  test('draws 10,000 records', async () => {
    function* many() {
      for (let at = 0; at < 10_000; at++) yield loan(`T${at % 500}`, `${(at % 120) - 50} ${(at % 360) - 180}`)
    }
    expect(await draw(many(), { rows: 24 })).toMatch(/LOANS {2}░ 20 {3}▒ 40/)
  })
})

describe('shades', () => {
  test.each([
    [100, '█'],
    [51, '█'],
    [50, '▓'],
    [26, '▓'],
    [25, '▒'],
    [12, '░'],
    [1, '░'],
    [0, '░'],
    [-5, '░'],
  ])('%d of 100 is %s', (value, shade) => expect(shadeOf(value, 100)).toBe(shade))

  test('the legend shows the smallest and the largest value of each shade', () => {
    expect(shadesOf([5, 3, 30, 28], 100)).toEqual([
      { letter: '░', from: 3, to: 5 },
      { letter: '▓', from: 28, to: 30 },
    ])
  })
})

test('no shade outranks a number, and the legend has every shade', async () => {
  const towns = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 400 }),
      latitude: fc.integer({ min: -30, max: 30 }),
      longitude: fc.integer({ min: -20, max: 60 }),
    }),
    { minLength: 5, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(towns, async (list) => {
      const records = list.map(({ amount, latitude, longitude }, at) => ({
        ...loan(`Town ${at}`, `${latitude} ${longitude}`),
        loan_amount: amount,
      }))
      const text = await draw(records, {
        aggregation: { measure: { statistic: 'sum', path: ['loan_amount'] } },
      })
      const end = text.indexOf('\n\n')
      const [world, legend] = [text.slice(0, end), text.slice(end)]
      const amounts = (of: string) =>
        [...of.matchAll(/\$([\d,]+)/g)].map(([, amount = '']) => Number(amount.replaceAll(',', '')))
      const [names = '', scale = ''] = legend.split(/\n(?=AMOUNT )/)
      expect(Math.max(0, ...amounts(scale))).toBeLessThanOrEqual(Math.min(...amounts(names)))
      expect(new Set(scale.match(/[░▒▓█]/g))).toEqual(new Set(world.match(/[░▒▓█]/g)))
    }),
    { numRuns: 60 },
  )
})

test('numbers on the map never touch each other', async () => {
  const place = (town: string, longitude: number) => loan(town, `-0.28 ${longitude}`)
  const row = Array.from({ length: 8 }, (_, at) => place(`Town ${at}`, 30 + at * 5))
  const text = await draw([...row, nakuru], { width: 80 })
  const world = text.slice(0, text.indexOf('\n\n'))
  expect(world).toMatch(/\d/)
  expect(world).not.toMatch(/\d\d/)
})
