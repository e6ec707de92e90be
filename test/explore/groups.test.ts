/** Groups in place of the list: a tab takes the same options as the command line. */
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { openSession } from './session.ts'

/** Returns the lines of the screen, once it shows a text. */
const shown = async (text: string, ...words: readonly string[]) => {
  const session = await openSession({ argv: ['explore', 'loans', 'search', ...words] })
  await session.until(text)
  const lines = await session.screen()
  await session.end()
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

describe('a tab opened with --by', () => {
  test('shows the chart that the command line draws, of a short name too', async () => {
    const lines = (await shown('AVG AMOUNT', '--by', 'country', '--avg', 'amount', '--limit', '40')).join(
      '\n',
    )
    const { stdout } = await run([
      '--sandbox',
      'loans',
      'search',
      '--by',
      'country',
      '--avg',
      'amount',
      '--limit',
      '40',
      '-o',
      'csv',
    ])
    const [, first = ''] = stdout.split('\r\n')
    const [country = '', , average = ''] = first.split(',')
    expect(lines).toContain('COUNTRY')
    expect(lines).toMatch(new RegExp(`${country} +\\$${Number(average).toLocaleString('en')}`))
  })

  test('shows a table of several fields or numbers', async () => {
    const lines = await shown('MAX AMOUNT', '--by', 'sector,status', '--sum', 'amount', '--max', 'amount')
    expect(lines.some((line) => /SECTOR +STATUS +COUNT +SUM AMOUNT +MAX AMOUNT/.test(line))).toBe(true)
    const of = (column: number, line: string) => Number(line.split(/ {2,}/)[column]?.replace(/[$,]/g, ''))
    const rows = lines.filter((line) => /fundraising +\d/.test(line))
    expect(rows.length).toBeGreaterThan(2)
    const sums = rows.map((line) => of(3, line))
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
  })

  test('names an unknown field in place of the chart', async () => {
    expect((await shown('unknown field', '--by', 'contry')).join('\n')).toMatch(
      /unknown field "contry" for --by/,
    )
  })
})

test('--count is refused, with the command that prints the number', async () => {
  const { code, stderr } = await run(['--sandbox', 'explore', 'loans', 'search', '--count'], { terminal: 80 })
  expect(code).toBe(2)
  expect(stderr).toMatch(/--count cannot be used in explore\nhint: Run: kiva --sandbox loans search --count/)
})
