/** `--fields` and `--jq` in complete commands, over lists of several pages. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { jsonReply, run } from '../harness.ts'

const size = 20
const loans = Array.from({ length: 95 }, (_, at) => ({
  id: 1000 - at,
  name: `Loan ${1000 - at}`,
  loan_amount: (at % 7) * 25,
  location: { country: at % 2 ? 'Kenya' : 'Peru', geo: { pairs: '1 2' } },
  tags: [{ id: at, name: 'a' }, { name: `b${at}` }],
}))
const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)
const service: Send = async (request) => {
  const page = pageOf(request)
  const paging = { page, total: loans.length, page_size: size, pages: Math.ceil(loans.length / size) }
  return jsonReply({ paging, loans: loans.slice((page - 1) * size, page * size) })
}
const search = (...words: readonly string[]) => run(['loans', 'search', ...words], { send: service })
const lines = (text: string) => text.trimEnd().split('\n')

describe('--fields', () => {
  test('keeps the nesting of records, in the order of the option', async () => {
    const { stdout } = await search(
      '--limit',
      '1',
      '--fields',
      'tags.name,location.country,id',
      '-o',
      'ndjson',
    )
    expect(stdout).toBe('{"tags":[{"name":"a"},{"name":"b0"}],"location":{"country":"Peru"},"id":1000}\n')
  })

  test.each([
    ['csv', 'id,location.country\r\n1000,Peru\r\n'],
    ['tsv', 'id\tlocation.country\n1000\tPeru\n'],
    ['ndjson', '{"id":1000,"location":{"country":"Peru"}}\n'],
    ['table', '  ID  COUNTRY\n1000  Peru\n'],
  ])('prints a repeated field once: %s', async (format, text) => {
    const fields = ['--fields', 'id,location.country,id', '--fields', 'location.country']
    expect((await search('--limit', '1', ...fields, '-o', format)).stdout).toBe(text)
  })

  test('prints a complete object if both the object and a part of it are named', async () => {
    const { stdout } = await search('--limit', '1', '--fields', 'location.country,location', '-o', 'ndjson')
    expect(JSON.parse(stdout)).toEqual({ location: { country: 'Peru', geo: { pairs: '1 2' } } })
  })

  test('sets the columns of a table', async () => {
    const { stdout } = await search(
      '--limit',
      '2',
      '--fields',
      'id',
      '--fields',
      'location.country',
      '-o',
      'table',
    )
    expect(lines(stdout).map((line) => line.trim().split(/ +/))).toEqual([
      ['ID', 'COUNTRY'],
      ['1000', 'Peru'],
      ['999', 'Kenya'],
    ])
  })

  test.each([
    ['countri', 'location.country'],
    ['nam', 'name'],
    ['loan_ammount', 'loan_amount'],
  ])('%s is an unknown field: suggests %s', async (name, meant) => {
    const { code, stdout, stderr } = await search('--fields', name)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`Did you mean ${meant}?`)
  })

  test('a path of 20,000 names is an unknown field', async () => {
    const path = Array.from({ length: 20_000 }, () => 'a').join('.')
    const { code, stdout, stderr } = await search('--fields', path)
    expect([code, stdout, stderr.slice(0, 60)]).toEqual([2, '', expect.stringContaining('unknown field')])
  })

  test.each([
    ['id,terms.loan_amount,terms', { id: 1, terms: { loan_amount: 5, posted: 6 } }],
    ['terms,id,terms.loan_amount', { terms: { loan_amount: 5, posted: 6 }, id: 1 }],
    ['terms.posted,id,terms.loan_amount', { terms: { posted: 6, loan_amount: 5 }, id: 1 }],
  ])('%s: a whole object wins over a part of it, in the order given', async (fields, expected) => {
    const send: Send = async () => jsonReply({ loans: [{ id: 1, terms: { loan_amount: 5, posted: 6 } }] })
    const { stdout } = await run(['loans', 'newest', '--fields', fields, '-o', 'ndjson'], { send })
    expect(stdout).toBe(`${JSON.stringify(expected)}\n`)
  })

  test('prints an unknown field that occurs in the records', async () => {
    const send: Send = async () => jsonReply({ loans: [{ id: 1, newer: { x: 2 } }] })
    const { stdout } = await run(['loans', 'newest', '--fields', 'newer.x', '-o', 'ndjson'], { send })
    expect(stdout).toBe('{"newer":{"x":2}}\n')
  })

  test('accepts a known field that no record has', async () => {
    const { code, stdout } = await search('--limit', '1', '--fields', 'id,video.youtube_id', '-o', 'ndjson')
    expect([code, stdout]).toEqual([0, '{"id":1000}\n'])
  })

  test('without a value lists the fields of the record type, without a request', async () => {
    const { code, stdout, requests } = await search('--fields', '-o', 'json')
    expect([code, requests]).toEqual([0, []])
    expect(JSON.parse(stdout)).toContainEqual({
      field: 'location.country_code',
      type: expect.stringMatching(/^string/),
      meaning: expect.any(String),
    })
  })

  test('without a value works for kiva api on a known path, and is an error on an unknown path', async () => {
    const known = await run(['api', '/v1/loans/newest', '--fields', '-o', 'json'], { send: service })
    expect(known.requests).toEqual([])
    expect(JSON.parse(known.stdout)).toContainEqual({ field: 'id', type: 'integer', meaning: 'loan id' })
    const unknown = await run(['api', '/v1/somewhere', '--fields'], { send: service })
    expect([unknown.code, unknown.requests]).toEqual([2, []])
    expect(unknown.stderr).toContain('cannot list fields: the record type of this path is unknown')
  })

  test('leaves bare ids unchanged', async () => {
    const send: Send = async () => jsonReply({ loans: [5, 6] })
    const words = ['loans', 'newest', '--param', 'ids_only=true', '--fields', 'id', '-o', 'ndjson']
    expect((await run(words, { send })).stdout).toBe('5\n6\n')
  })

  test.each(['a..b', ',', '.'])('"%s" is a usage error', async (text) => {
    const { code, requests } = await search('--fields', text)
    expect([code, requests]).toEqual([2, []])
  })
})

describe('--jq', () => {
  const big = loans.filter((loan) => loan.loan_amount > 100).map(({ id }) => id)

  test.each(['1', '4', '16'])('gives the same result with a concurrency of %s', async (concurrency) => {
    const { stdout } = await search(
      ...['--all', '--jq', 'select(.loan_amount > 100) | .id', '-o', 'json', '--concurrency', concurrency],
    )
    expect(JSON.parse(stdout)).toEqual(big)
  })

  test('prints each of several results of a record', async () => {
    const { stdout } = await search('--limit', '3', '--jq', 'empty, .tags[].name', '-o', 'ndjson')
    expect(lines(stdout)).toEqual(['"a"', '"b0"', '"a"', '"b1"', '"a"', '"b2"'])
  })

  test('the keys of its results are the columns of a table, and --fields selects from them', async () => {
    const expression = '{id, where: .location.country}'
    const { stdout } = await search('--limit', '1', '--jq', expression, '-o', 'table')
    expect(lines(stdout)[0]?.trim().split(/ +/)).toEqual(['ID', 'WHERE'])
    const chosen = await search('--limit', '1', '--jq', expression, '--fields', 'where', '-o', 'ndjson')
    expect(chosen.stdout).toBe('{"where":"Peru"}\n')
  })

  test('--raw-output prints strings without quotes and other values as JSON', async () => {
    const { stdout } = await search('--limit', '1', '--jq', '.name, .id, .location.geo', '-r')
    expect(stdout).toBe('Loan 1000\n1000\n{"pairs":"1 2"}\n')
  })

  test('--slurp gives the expression one array of all pages, and prints its results separately', async () => {
    const { stdout } = await search('--all', '--slurp', '--jq', 'length, (map(.id) | min)', '-o', 'json')
    expect(stdout).toBe('95\n906\n')
  })

  test('--arg passes strings, which are not parsed as jq', async () => {
    const { stdout } = await search(
      '--limit',
      '1',
      '--jq',
      '$a + $b',
      '--arg',
      'a=".x',
      '--arg',
      'b==1',
      '-r',
    )
    expect(stdout).toBe('".x=1\n')
  })

  test('numbers keep all their digits', async () => {
    const send: Send = async () => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode('{"loans":[{"id":12345678901234567890}]}'),
    })
    const { stdout } = await run(['loans', 'newest', '--jq', '{n: .id}', '-o', 'ndjson'], { send })
    expect(stdout).toBe('{"n":12345678901234567890}\n')
  })

  test.each([
    '',
    '.a |',
    'nosuch',
    '-h',
    '.a] | [.b',
    '.a] catch 1 | try [.b',
    'import "a" as a; .',
    '#\nmodule {}; .',
    'def f: 1;',
  ])('%s is a usage error before any request', async (expression) => {
    const { code, stdout, stderr, requests } = await search('--jq', expression)
    expect([code, stdout, requests], stderr).toEqual([2, '', []])
  })

  test.each([
    ['.a |', ' at line 1, column 4: syntax error, unexpected end of file'],
    ['.a\n| .b |\n  nosuch', ' at line 3, column 3: nosuch/0 is not defined'],
    ['module {}; .', ': import, include and module are not supported'],
  ])('the error for %j states the position or reason', async (expression, told) => {
    const { stderr } = await search('--jq', expression, '-o', 'table')
    expect(stderr).toContain(`invalid jq expression${told}\n`)
  })

  test.each([
    ['loan_amount < 300', 'Did you mean .loan_amount? See kiva help jq for examples.'],
    ['.id == 1 and staus == "paid"', 'Did you mean .status? See kiva help jq for examples.'],
    ['.sector == Food', 'Put the expression in single quotes. See kiva help jq for examples.'],
    ['.id <', 'Put the expression in single quotes. See kiva help jq for examples.'],
    ['.sector == $wanted', 'Set $wanted with --arg wanted=VALUE.'],
    ['nosuch(1)', 'See kiva help jq for examples.'],
    ['import "a" as a; .', 'See kiva help jq for examples.'],
  ])('the hint for %j is %j', async (expression, hint) => {
    const { stderr } = await search('--jq', expression, '-o', 'table')
    expect(stderr).toContain(`\nhint: ${hint}\n`)
  })

  test('an expression may begin with a dash', async () => {
    const { stdout } = await search('--limit', '2', '--jq', '-.id', '-r')
    expect(stdout).toBe('-1000\n-999\n')
  })

  test.each(['json', 'ndjson', 'table'])(
    'records without a result count in the footer: %s',
    async (format) => {
      const footer = '30 of 95 loans'
      for (const [words, first] of [
        [['--jq', 'empty'], `No matches.\n${footer}`],
        [['--jq', 'empty', '--slurp'], footer],
      ] as const) {
        const { code, stderr } = await search('--limit', '30', '-o', format, ...words)
        expect(code).toBe(0)
        expect(stderr.startsWith(first), stderr).toBe(true)
      }
    },
  )

  test('a lone surrogate, which jq cannot read, becomes U+FFFD', async () => {
    const body = '{"loans":[{"id":1,"name":"a\\ud800b\\u0000\\u2028"},{"id":2,"name":"\\\\ud800"}]}'
    const send: Send = async () => ({ status: 200, headers: {}, body: new TextEncoder().encode(body) })
    const { stdout } = await run(['loans', 'newest', '--jq', '.name', '-r'], { send })
    expect(stdout).toBe('a\ufffdb\0\u2028\n\\ud800\n')
  })

  test('an error with the internal key __jq is reported for its record', async () => {
    const expression = 'if .id == 990 then error({__jq: 0}) else .id end'
    const { code, stdout, stderr } = await search('--jq', expression, '-o', 'ndjson')
    expect([code, lines(stdout).length]).toEqual([9, 10])
    expect(stderr).toContain('jq failed on loan 990: ')
  })

  test('the error names the record; the exit code is 2 for the first record, 9 for later ones', async () => {
    const first = await search('--jq', '.name + 1', '-o', 'ndjson')
    expect([first.code, first.stdout]).toEqual([2, ''])
    expect(first.stderr).toContain('"kind":"usage","message":"jq failed on loan 1000: string')
    const later = await search('--all', '--jq', 'if .id == 950 then error("no") else .id end', '-o', 'ndjson')
    expect([later.code, lines(later.stdout).length]).toEqual([9, 50])
    expect(later.stderr).toContain('jq failed on loan 950: no')
  })

  test.each([
    ['.[].name', 'the expression runs once per record: use .name, or --slurp for .[].name'],
    ['.[] | .name', 'the expression runs once per record: use .name, or --slurp for .[] | .name'],
    ['map(.id)', 'the expression runs once per record: --slurp gives it all of them'],
    ['.video[]', 'some records lack a value: .name // "" replaces it, .tags[]? skips it'],
    ['.id | error', undefined],
  ])('%s fails with a hint for a known mistake', async (expression, hint) => {
    const { stderr } = await search('--jq', expression, '-o', 'ndjson')
    const { error } = JSON.parse(stderr)
    expect([error.kind, error.hint]).toEqual(['usage', hint])
  })

  test.each(['.id # C:\\dir\\', '.id # \\\\\\', '.id # a\\\r', '# a\\\n.name\n.id'])(
    '%j: a backslash at the end of a comment does not break the wrapped expression',
    async (expression) => {
      const { code, stdout } = await search('--limit', '2', '--jq', expression, '-o', 'ndjson')
      expect([code, stdout]).toEqual([0, '1000\n999\n'])
    },
  )

  test('a module after a comment is a usage error', async () => {
    const { code, requests } = await search('--jq', '# a\rb\nmodule {}; .')
    expect([code, requests]).toEqual([2, []])
  })

  test.each(['input', 'inputs', 'halt', 'halt_error', 'halt_error(3)'])('%s is an error', async (word) => {
    const { code, stdout } = await search('--limit', '2', '--jq', word)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('the expression cannot read the environment', async () => {
    const { stdout } = await search('--limit', '1', '--jq', '[$ENV, env, input_filename]', '-o', 'ndjson')
    expect(stdout).toBe('[{},{},null]\n')
  })

  test('the output of debug is printed to stderr', async () => {
    const { stdout, stderr } = await search('--limit', '1', '--jq', '.id | debug', '-o', 'ndjson')
    expect(stdout).toBe('1000\n')
    expect(lines(stderr)[0]).toBe('["DEBUG:",1000]')
    expect(stderr).not.toContain('999')
  })

  test.each([
    ['json', '[\n  2,\n  null\n]\n'],
    [
      'xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n  <records type="list">\n    <record>2</record>\n    <record/>\n  </records>\n</response>\n',
    ],
    ['table', 'VALUE\n2\n\n'],
  ])('results other than objects are printed: -o %s', async (format, expected) => {
    const { stdout } = await search('--limit', '1', '--jq', '2, null', '-o', format)
    expect(stdout).toBe(expected)
  })

  test('the results for a single record are a list, and --slurp accepts a single record', async () => {
    const send: Send = async () => jsonReply({ release: { id: '7' } })
    const words = ['releases', 'current', '-o', 'json', '--jq', '.id']
    expect(JSON.parse((await run(words, { send })).stdout)).toEqual(['7'])
    expect((await run([...words, '--slurp'], { send })).stdout).toBe('')
  })

  test('--dry-run does not check the expression', async () => {
    const { code, stdout, requests } = await search('--jq', '.a |', '--dry-run')
    expect([code, requests]).toEqual([0, []])
    expect(stdout).toContain('/loans/search')
  })

  test.each([
    ['--slurp'],
    ['-r'],
    ['--arg', 'a=b'],
    ['--jq', '.', '-r', '-o', 'json'],
    ['--jq', '.', '--arg', '1=b'],
    ['--jq', '.', '--wire', 'xml'],
    ['--fields', 'id', '--wire', 'xml'],
    ['--jq', '.', '--slurp', '--out', 'x.json', '--checkpoint', 'y'],
  ])('%s %s %s %s %s is a usage error', async (...words) => {
    const { code, requests } = await search(...words)
    expect([code, requests]).toEqual([2, []])
  })
})
