/** Colors do not change the content of JSON. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactNumber } from '../../../src/core/numbers.ts'
import { run } from '../../harness.ts'
import { printed, unsafeIn, viewOf } from '../helpers.ts'

const bare = (text: string) => text.replaceAll(/\x1b\[\d+m/g, '')

it('colors keys, strings and all other values', async () => {
  const record = { id: 84, name: 'Ana "A:" \\', tags: [], at: null, open: true, share: -1.5e-7 }
  expect(await printed('ndjson', [record], viewOf('loan_listing', { color: true }))).toBe(
    [
      '{\x1b[36m"id"\x1b[39m:\x1b[35m84\x1b[39m',
      '\x1b[36m"name"\x1b[39m:\x1b[32m"Ana \\"A:\\" \\\\"\x1b[39m',
      '\x1b[36m"tags"\x1b[39m:[]',
      '\x1b[36m"at"\x1b[39m:\x1b[35mnull\x1b[39m',
      '\x1b[36m"open"\x1b[39m:\x1b[35mtrue\x1b[39m',
      '\x1b[36m"share"\x1b[39m:\x1b[35m-1.5e-7\x1b[39m}\n',
    ].join(','),
  )
})

describe.each(['json', 'ndjson'] as const)('%s', (format) => {
  it('is the same text with and without color', async () => {
    const values = fc.array(fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<never>)
    await fc.assert(
      fc.asyncProperty(values, async (records) => {
        const painted = await printed(format, records, viewOf('loan_listing', { color: true }))
        expect(unsafeIn(painted)).toEqual([])
        expect(bare(painted)).toBe(await printed(format, records, viewOf('loan_listing')))
      }),
    )
  })

  it('keeps the digits of exact numbers', async () => {
    const records = [{ n: new ExactNumber('12345678901234567890') }]
    expect(await printed(format, records, viewOf('loan_listing', { color: true }))).toContain(
      '\x1b[35m12345678901234567890\x1b[39m',
    )
  })

  it('escapes colors in a record', async () => {
    const records = [{ '\x1b[32mkey': '\x1b[36mtext\x1b[39m' }]
    const painted = await printed(format, records, viewOf('loan_listing', { color: true }))
    expect(painted).toContain('\x1b[36m"\\u001b[32mkey"\x1b[39m')
    expect(painted).toContain('\x1b[32m"\\u001b[36mtext\\u001b[39m"\x1b[39m')
  })
})

it('a terminal gets color, and a pipe or NO_COLOR does not', async () => {
  const line = ['config', 'get', 'timeout', '-o', 'json']
  expect((await run(line, { terminal: 80 })).stdout).toContain('\x1b[')
  expect((await run(line)).stdout).not.toContain('\x1b')
  expect((await run(line, { terminal: 80, env: { NO_COLOR: '1' } })).stdout).toBe((await run(line)).stdout)
})
