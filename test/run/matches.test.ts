/** `--jq` as a filter: its results keep the format's columns, and the footer counts matches. */
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'

const search = (...words: readonly string[]) => run(['--sandbox', 'loans', 'search', ...words])
const header = (text: string) => text.split(/\r?\n/)[0]?.replace(/ +/g, ' ')

describe('results that are whole records', () => {
  test.each(['table', 'csv', 'tsv'])('have the columns of a run without --jq: %s', async (format) => {
    const plain = await search('-o', format)
    const { stdout } = await search('--jq', 'select(.loan_amount < 1000)', '-o', format)
    expect(header(stdout)).toBe(header(plain.stdout))
    expect(stdout.length).toBeLessThan(plain.stdout.length)
  })

  test('may be changed by the expression, and come from --slurp', async () => {
    const plain = await search('-o', 'table')
    const changed = await search('--jq', '.name = "Ada"', '-o', 'table')
    expect(header(changed.stdout)).toBe(header(plain.stdout))
    expect(changed.stdout).toContain('Ada')
    const sorted = await search('--slurp', '--jq', 'sort_by(.loan_amount) | .[]', '-o', 'table')
    expect(header(sorted.stdout)).toBe(header(plain.stdout))
  })

  test('are found on a later page too', async () => {
    const { stdout } = await search('--limit', '60', '-o', 'ndjson', '--jq', '.id')
    const last = stdout.trimEnd().split('\n').at(-1)
    const { stdout: drawn } = await search('--limit', '60', '-o', 'table', '--jq', `select(.id == ${last})`)
    expect(header(drawn)).toBe(header((await search('-o', 'table')).stdout))
    expect(drawn).toContain(last)
  })

  test('a record with a field more or less has its own columns', async () => {
    const more = await search('--jq', '. + {half: (.loan_amount / 2)}', '-o', 'csv')
    expect(header(more.stdout)).toMatch(/,half\b/)
    const less = await search('--jq', '{id, name}', '-o', 'csv')
    expect(header(less.stdout)).toBe('id,name')
  })

  test('one record asked for by id is drawn as its page', async () => {
    const words = ['--sandbox', 'loans', 'show', '2100001', '-o', 'table']
    const plain = await run(words)
    const filtered = await run([...words, '--jq', 'select(.id > 0)'])
    expect(filtered.stdout).toBe(plain.stdout)
  })
})

describe('the footer', () => {
  test('counts matches among the records read, and all records', async () => {
    const { stdout, stderr } = await search('--jq', 'select(.id % 2 == 0) | .id', '-o', 'ndjson')
    const matches = stdout.trimEnd().split('\n').length
    expect(stderr).toMatch(new RegExp(`^${matches} of the first 20 match \\([\\d,]+ in all\\)`))
  })

  test('counts those of a page by its number', async () => {
    const { stderr } = await search('--page', '2', '--jq', 'select(.id % 2 == 0)', '-o', 'ndjson')
    expect(stderr).toMatch(/^\d+ of 20 match, page 2 of /)
  })

  test('counts matches of a whole list', async () => {
    const words = ['--sandbox', 'partners', 'list', '--all', '-o', 'ndjson']
    const { stdout, stderr } = await run([...words, '--jq', 'select(.id % 2 == 0) | .id'])
    const matches = stdout.trimEnd().split('\n').length
    const all = (await run(words)).stdout.trimEnd().split('\n').length
    expect(stderr).toBe(`${matches} of ${all} partners match\n`)
  })

  test('says when nothing matches', async () => {
    const { code, stdout, stderr } = await search('--jq', 'select(false)', '-o', 'table')
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/^No matches\.\n20 of /)
    const all = await run(['--sandbox', 'partners', 'list', '--all', '--jq', 'empty'])
    expect(all.stderr).toBe('No matches.\n')
  })

  test('stays as it is where every record has a result', async () => {
    const plain = await search('-o', 'ndjson')
    expect((await search('--jq', '.id', '-o', 'ndjson')).stderr).toBe(plain.stderr)
  })
})

describe('an expression for the list', () => {
  test.each(['.[]', ' .[] ', 'map(.)'])('gets a hint when it runs once per record: %s', async (text) => {
    const { code, stderr } = await run(['--sandbox', 'loans', 'show', '2100001', '--jq', text])
    expect(code).toBe(0)
    expect(stderr).toBe('hint: the expression runs once per record: --slurp gives it all of them\n')
  })

  test.each([['--slurp', '.[]'], ['.["name"]'], ['.name']])('gets none otherwise: %s', async (...words) => {
    const { stderr } = await run(['--sandbox', 'loans', 'show', '2100001', '--jq', ...words.toReversed()])
    expect(stderr).not.toContain('hint:')
  })
})
