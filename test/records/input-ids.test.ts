/** What `-` reads: output of kiva in any form that has ids. */
import { describe, expect, test } from 'vitest'
import { readInput } from '../../src/records/input-ids.ts'
import { run } from '../harness.ts'

const { signal } = new AbortController()

async function idsIn(text: string, kind: Parameters<typeof readInput>[2]): Promise<readonly string[]> {
  const lines = text.split('\n')
  const ids: string[] = []
  const readLine = async () => lines.shift()
  for await (const found of readInput({ readLine }, signal, kind, (words) => words)) ids.push(...found)
  return ids
}

describe('ids', () => {
  test.each([
    ['words', '1 2,3\n\n4 , 5\n'],
    ['one column', 'id\n1\n2\n3\n4\n5\n'],
    ['CSV', 'name,id\r\n"a, ""b""\r\nand c",1\r\nd,2\r\n,3\r\n"",4\r\ne,"5"\r\n'],
    ['TSV', 'name\tid\tuse\na "quote\t1\tx\nb\t2\ty\n\t3\t\nc\t4\t"\nd\t5\te\n'],
    ['lines of records', '{"id":1}\n{"id":2,"name":"x"}\n\n{"id":3}\n{"id":4}\n{"id":5}\n'],
    ['a list in one line', '[{"id":1},{"id":2},3,"4",{"id":5}]'],
    ['a list in many lines', '[\n  {\n    "id": 1\n  },\n  {\n    "id": 2\n  },\n  3,\n  4,\n  5\n]\n'],
    ['records in many lines', '{\n  "id": 1\n}\n{\n  "id": 2\n}\n3\n[4,\n5\n]'],
    [
      'pages of the API',
      '{"paging":{"page":1},"loans":[{"id":1},{"id":2},{"id":3}]}\n{"paging":{"page":2},"loans":[{"id":4},{"id":5}]}',
    ],
    ['strings of jq', '"1"\n"2"\n"3"\n"4"\n"5"\n'],
    ['blank lines first', '\n\n  \n1\n2\n3\n4\n5'],
  ])('of %s', async (_, text) => {
    expect(await idsIn(text, 'loan')).toEqual(['1', '2', '3', '4', '5'])
  })

  test.each([
    ['lender', 'lender_id,name\r\nann,Ann\r\nbob,Bob\r\n'],
    ['lender', '{"lender_id":"ann","uid":"ann","name":"Ann"}\n{"lender_id":"bob"}\n'],
    ['lender', 'ann bob'],
    [undefined, '{"lender_id":"ann"}\n{"id":"bob"}\n'],
    [undefined, 'lender_id\nann\nbob\n'],
  ] as const)('of a %s', async (kind, text) => {
    expect(await idsIn(text, kind)).toEqual(['ann', 'bob'])
  })

  test('more than 2^53 keep their digits', async () => {
    expect(await idsIn('{"id":9007199254740993}', 'loan')).toEqual(['9007199254740993'])
  })

  test('come as lines arrive', async () => {
    const asked: string[] = []
    const readLine = async () => {
      asked.push('line')
      return `{"id":${asked.length}}`
    }
    const found = readInput({ readLine }, signal, 'loan', (words) => words)
    expect([(await found.next()).value, (await found.next()).value, asked.length]).toEqual([['1'], ['2'], 2])
    await found.return()
  })

  test('of columns of SQL are not taken for another record', async () => {
    expect(await idsIn('{"id":1,"name":"x","status":"paid","rating":4.5}', 'loan')).toEqual(['1'])
    expect(await idsIn('id,country,total\n1,Kenya,5', 'loan')).toEqual(['1'])
  })
})

const whole = {
  partner: '{"id":1,"name":"x","status":"active","rating":"3.5","start_date":"2020","delinquency_rate":0}',
  lender: '{"lender_id":"ann","name":"Ann","whereabouts":"","uid":"ann"}',
}

test.each([
  ['loan', `{"id":1}\n${whole.partner}`, 'line 2 of standard input is a field partner, not a loan'],
  ['loan', whole.lender, 'line 1 of standard input is a lender, not a loan'],
  [
    'loan',
    'id,name,shortname,category,member_count\r\n1,x,y,z,2\r\n',
    'line 1 of standard input is a team, not a loan',
  ],
  ['lender', '{"id":1}', 'line 1 of standard input has no lender_id'],
  ['loan', '[{"id":1},{"name":"x"}]', 'record 2 of standard input has no id'],
  ['loan', '{"id":1}\n{"id":null}\n', 'line 2 of standard input has no id'],
  ['loan', 'id,name\r\n1,x\r\n,y\r\n', 'line 3 of standard input has no id'],
  ['loan', 'name,status\r\nx,paid\r\n', 'line 1 of standard input has no id'],
  ['loan', '{"id":1}\n{"id":\n', 'line 2 of standard input is not JSON'],
  ['loan', '---\nid: 1\n', 'line 1 of standard input is YAML'],
  ['loan', 'id: 1\n', 'line 1 of standard input is YAML'],
  ['loan', '<?xml version="1.0"?>', 'line 1 of standard input is XML'],
  ['lender', 'LENDER   NAME  WHEREABOUTS\nann      Ann', 'line 1 of standard input is a table'],
  ['loan', 'id,name\r\n1,"x', 'line 2 of standard input has a quote without an end'],
] as const)('for a %s, %j is an error', async (kind, text, message) => {
  await expect(idsIn(text, kind)).rejects.toMatchObject({
    kind: 'usage',
    message,
    hint: 'Print the ids with -o ids, or records as json, ndjson, csv or tsv.',
  })
})

const kiva = (line: string, stdin = '') => run(['--sandbox', ...line.split(' ')], { stdin })

/** Lists, and the command that shows their records. */
const lists = [
  ['loans search --limit 60', 'loans show - --fields id'],
  ['loans newest --limit 3', 'loans show - --fields id'],
  ['lenders loans robin1001 --limit 3', 'loans show - --fields id'],
  ['lenders search --limit 3', 'lenders show - --fields lender_id'],
  ['lenders newest --limit 3', 'lenders show - --fields lender_id'],
  ['teams search --limit 3', 'teams show - --fields id'],
  ['lenders teams robin1001', 'teams show - --fields id'],
  ['teams loans 250 --limit 3', 'loans show - --fields id'],
  ['teams lenders 250 --limit 3', 'lenders show - --fields lender_id'],
  ['partners list --limit 3', 'partners show - --fields id'],
  ['portfolio suggest robin1001 --limit 3', 'loans show - --fields id'],
  ['methods list', 'methods show - --fields id'],
] as const

describe.each(lists)('%s', (list, show) => {
  const field = show.split(' ').at(-1) ?? ''
  const forms = [
    ...['ids', 'json', 'ndjson', 'csv', 'tsv'].map((format) => `-o ${format}`),
    `-o csv --fields ${field}`,
    `--jq .${field}`,
    `--jq .${field} -r`,
    `--slurp --jq map(.${field})`,
  ]
  test.each(forms)(`${show} reads it as %s`, async (form) => {
    const { stdout: expected } = await kiva(`${list} -o json`)
    const wanted = JSON.parse(expected).map((record: Readonly<Record<string, unknown>>) => record[field])
    const { code, stdout } = await kiva(`${list} ${form}`)
    expect(code).toBe(0)
    const shown = await kiva(`${show} -o json`, stdout)
    expect([shown.code, shown.stderr]).toEqual([0, ''])
    expect(JSON.parse(shown.stdout).map((record: object) => Object.values(record)[0])).toEqual(wanted)
  })
})

describe('-o ids', () => {
  test('leaves out records without an id, and says how many', async () => {
    const { code, stdout, stderr } = await kiva('loans lenders 2100003 -o ids')
    expect([code, stdout.split('\n').length]).toEqual([0, expect.toSatisfy((lines) => lines > 5)])
    expect(stdout).toMatch(/^(?:\w+\n)+$/)
    expect(stderr).toBe('Left out 3 lenders without an id.\n')
  })

  test.each([
    'loans updates 2100003',
    'releases current',
    'templates images',
    'config list',
    'shortlist list',
  ])('is refused where records have no ids: %s', async (line) => {
    const { code, stdout, stderr } = await kiva(`${line} -o ids`)
    expect([code, stdout]).toEqual([line === 'shortlist list' ? 0 : 2, ''])
    if (code === 2) expect(stderr).toContain('-o ids cannot be used here: the records have no ids')
  })

  test.each([
    '--jq .id',
    '--fields id',
    '--by sector',
    '--sum loan_amount',
    '--median loan_amount',
    '--count',
    '--changes',
  ])('is refused with %s', async (option) => {
    const { code, stderr } = await kiva(`loans newest -o ids ${option}`)
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be used with -o ids')])
  })

  test('prints bare ids as they are, and the ids of a shortlist', async () => {
    const state = new Map<string, string>()
    expect((await run(['shortlist', 'add', 'soon', '7', '8'], { state })).code).toBe(0)
    const { stdout } = await run(['shortlist', 'list', 'soon', '-o', 'ids'], { state })
    expect(stdout).toBe('7\n8\n')
    const added = await run(['shortlist', 'add', 'more', '-', '-o', 'json'], {
      state,
      stdin: '[{"id":1},{"lender_id":"ann"}]',
    })
    expect(JSON.parse(added.stdout)).toMatchObject({ added: 2 })
  })
})

test('chunks before an error are printed', async () => {
  const { stdout } = await kiva('loans search --limit 120 -o ids')
  const { code, stdout: shown, stderr } = await kiva('loans show - -o ids', `${stdout}abc\n`)
  expect([code, shown.trim().split('\n')]).toEqual([9, stdout.trim().split('\n')])
  expect(stderr).toContain('line 121 of standard input: invalid value "abc" for <ids>')
})
