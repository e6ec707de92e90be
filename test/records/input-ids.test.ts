/** What `-` reads: output of kiva in any form that has ids. */
import fc from 'fast-check'
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
    ['objects on one line', '{"id":1}{"id":2} {"id":3}\n{"id":4},{"id":5}'],
    ['values that begin where others end', '[\n{"id":1}\n] [{"id":2},\n3] "4"\n{\n"id":5}'],
    ['names with brackets', '{"name":"}\\"]{","id":1}\n[{"name":"\\\\","id":2},\n"3",\n"4"]{"id":5,"x":"["}'],
    ['a byte order mark before each list', '\ufeff[1,2]\n\ufeff[{"name":"x","id":3}]\n\ufeff[4,5]'],
    ['a byte order mark before CSV', '\ufeffid,name\n1,x\n2,x\n3,x\n4,x\n5,x'],
    ['headings of other programs', '"Name",ID \n"x",1\n"x",2\n"x",3\n"x",4\n"x",5'],
    ['a table of only ids', '     ID\n1\n2\n3\n4\n5\n'],
    ['records by id', '{"loans":[{"id":1},{"id":2}]}\n{"loans":[{"id":3},{"id":4},{"id":5}]}'],
    [
      'GeoJSON',
      `{"type":"FeatureCollection","bbox":[7,8],"features":[\n${[1, 2, 3, 4, 5].map((id) => `{"type":"Feature","id":9,"properties":{"image":{"id":9},"id":${id}}}`).join(',\n')}\n]}\n`,
    ],
    [
      'features',
      '{"type":"Feature","properties":{"id":1}}\n[{"type":"Feature","properties":{"id":2}},3,4,5]',
    ],
    [
      'records that have other records',
      '{"image":{"id":9},"id":1}\n{"loans":[{"id":9}],"id":2}\n[{"x":[{"id":9}],"id":3},4]\n{"id":5}',
    ],
    ['keys that come twice: the last one counts', '{"id":9,"id":1}\n[2,3,4]{"id":9,"name":"x","id":5}'],
    ['digits in quotes', '[{"name":"x","id":"1"},"2"]\n{"id":"3"}\n"4""5"'],
  ])('of %s', async (_, text) => {
    expect(await idsIn(text, 'loan')).toEqual(['1', '2', '3', '4', '5'])
  })

  test.each([
    ['lender', 'lender_id,name\r\nann,Ann\r\nbob,Bob\r\n'],
    ['lender', '{"lender_id":"ann","uid":"ann","name":"Ann"}\n{"lender_id":"bob"}\n'],
    ['lender', 'ann bob'],
    [undefined, '{"lender_id":"ann"}\n{"id":"bob"}\n'],
    [undefined, 'lender_id\nann\nbob\n'],
    [undefined, '{"name":"x","lender_id":"ann"}\n{"name":"x","lender_id":"bob"}\n'],
    [undefined, 'name\tlender_id\nx\tann\nx\tbob\n'],
    ['lender', 'LENDER ID\nann\nbob\n'],
    ['lender', '{"lenders":[{"name":"x","lender_id":"ann"},{"lender_id":"bob"}]}'],
  ] as const)('of a %s', async (kind, text) => {
    expect(await idsIn(text, kind)).toEqual(['ann', 'bob'])
  })

  test('more than 2^53 keep their digits', async () => {
    const id = '9007199254740993'
    expect(await idsIn(`{"id":${id}}{"name":"x","id":${id}}\n[${id}]`, 'loan')).toEqual([id, id, id])
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
  ['loan', '| ID | NAME |\n| ---: | --- |\n| 1 | x |', 'line 1 of standard input is Markdown'],
  ['lender', '\n⣿⣤⣴⣾⡍⠉  ⢛⣫\n', 'line 2 of standard input is a map'],
  ['lender', 'Robin  lender · robin1001\nLeeds\n', 'line 1 of standard input is a page of one record'],
  ['lender', 'name\nAnn\n', 'line 1 of standard input has no lender_id'],
  ['lender', 'NAME\nAnn\n', 'line 1 of standard input has no lender_id'],
  ['loan', 'location.country\nKenya\n', 'line 1 of standard input has no id'],
  [undefined, 'whereabouts,name\nx,Ann\n', 'line 1 of standard input has no id or lender_id'],
  [undefined, '{"image":{"id":1}}', 'line 1 of standard input has no id or lender_id'],
  [undefined, '{"tags":["a","b"]}', 'line 1 of standard input has no id or lender_id'],
  ['loan', '[["x",1]]', 'line 1 of standard input has no id'],
  ['loan', '{"lenders":[{"id":1}],"teams":[{"id":2}]}', 'line 1 of standard input has no id'],
  ['loan', '{"id":1}\n{"id":2}}\n', 'line 2 of standard input is not JSON'],
  ['loan', '{"id":1}\n\n[{"id":2}\n{"id":3}\n', 'line 3 of standard input is not JSON'],
  ['loan', '[1,\n"2\n",3]', 'line 1 of standard input is not JSON'],
  ['loan', '{"id":1} id\n', 'line 1 of standard input is not JSON'],
  ['loan', '[1]\n]\n[2]', 'line 2 of standard input is not JSON'],
  ['loan', `${'['.repeat(600)}1${']'.repeat(600)}`, 'line 1 of standard input is not JSON'],
  ['lender', '{"lender_id":""}', 'line 1 of standard input has no lender_id'],
] as const)('for a %s, %j is an error', async (kind, text, message) => {
  await expect(idsIn(text, kind)).rejects.toMatchObject({
    kind: 'usage',
    message,
    hint: 'Print the ids with -o ids, or records as json, ndjson, csv or tsv.',
  })
})

const kiva = (line: string, stdin = '') => run(['--sandbox', ...line.split(' ')], { stdin })

/** Lists, the command that shows their records, and fields of them: the id first. The ids of others go to a shortlist. */
const lists: readonly (readonly [list: string, show: string | undefined, ...fields: readonly string[]])[] = [
  ['loans search', 'loans show', 'id', 'name', 'use', 'image', 'location', 'tags'],
  ['loans newest', 'loans show', 'id', 'name', 'status', 'activity', 'posted_date'],
  ['lenders loans robin1001', undefined, 'id', 'image', 'name'],
  ['lenders search', 'lenders show', 'lender_id', 'name', 'image', 'whereabouts', 'country_code'],
  ['lenders newest', undefined, 'lender_id', 'uid', 'name'],
  ['teams search', 'teams show', 'id', 'shortname', 'name', 'image', 'description'],
  ['lenders teams robin1001', undefined, 'id', 'name'],
  ['teams lenders 250', 'lenders show', 'lender_id', 'image', 'name'],
  ['partners list', 'partners show', 'id', 'name', 'countries', 'image', 'rating'],
  ['methods list', 'methods show', 'id', 'summary'],
  ['journal-entries search', undefined, 'id', 'body', 'image', 'subject', 'author'],
  ['lending-actions recent', undefined, 'id', 'loan', 'lender', 'date'],
  ['portfolio suggest robin1001', 'loans show', 'id', 'name', 'location'],
]

/** Forms of the first records of a list, with their fields in an order. */
const forms: Readonly<Record<string, (fields: readonly string[], id: string) => readonly string[]>> = {
  ...Object.fromEntries(
    ['json', 'ndjson', 'csv', 'tsv', 'geojson'].map((format) => [
      format,
      (fields) => ['-o', format, '--fields', fields.join()],
    ]),
  ),
  'all fields as json': () => ['-o', 'json'],
  'all fields as csv': () => ['-o', 'csv'],
  ids: () => ['-o', 'ids'],
  'a list in one line': (fields) => ['-o', 'ndjson', '--slurp', '--jq', `map({${fields.join()}})`],
  'objects of jq': (fields) => ['-o', 'ndjson', '--jq', `{${fields.join()}}`],
  strings: (_, id) => ['-o', 'ndjson', '--jq', `.${id} | tostring`],
  'strings without quotes': (_, id) => ['--jq', `.${id}`, '-r'],
  'a list of ids': (_, id) => ['--slurp', '--jq', `map(.${id})`],
  'lists of one id': (_, id) => ['-o', 'ndjson', '--jq', `[.${id}]`],
}

const seed = 47

test(`the ids of any list, in any form and order of fields, are read back (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const known = new Map<string, Promise<readonly string[]>>()
  const any = fc.constantFrom(...lists).chain(([list, show, id = '', ...others]) =>
    fc.record({
      list: fc.constant(list),
      show: show === undefined ? fc.constant(show) : fc.constantFrom(show, undefined),
      id: fc.constant(id),
      fields: fc
        .tuple(fc.shuffledSubarray(others), fc.nat(others.length))
        .map(([chosen, at]) => chosen.toSpliced(at, 0, id)),
      form: fc.constantFrom(...Object.keys(forms), 'a page of the API'),
      lineEnd: fc.constantFrom('\n', '\r\n', ' '),
      count: fc.constantFrom(1, 3),
    }),
  )
  await fc.assert(
    fc.asyncProperty(any, async ({ list, show, id, fields, form, lineEnd, count }) => {
      const words = [...list.split(' '), '--limit', String(count)]
      const isPage = form === 'a page of the API'
      fc.pre(!(/^(methods|portfolio)/.test(list) && (isPage || form === 'geojson')))
      const key = words.join(' ')
      const { code, stdout, stderr } = await sandbox(
        isPage ? [...list.split(' '), '--wire', 'json'] : [...words, ...(forms[form]?.(fields, id) ?? [])],
      )
      expect(code, stderr).toBe(0)
      if (!known.has(key))
        known.set(
          key,
          sandbox([...words, '-o', 'json']).then(({ stdout }) =>
            JSON.parse(stdout).map((record: Record<string, unknown>) => String(record[id])),
          ),
        )
      const page: Record<string, unknown> = isPage ? JSON.parse(stdout) : {}
      const records = Object.entries(page).flatMap(([name, list]) =>
        name === 'paging' ? [] : (list as Record<string, unknown>[]),
      )
      const wanted = isPage ? records.map((record) => String(record[id])) : await known.get(key)
      // Only lines of CSV and TSV have a meaning.
      const end = lineEnd === ' ' && /csv|tsv/.test(form) ? '\n' : lineEnd
      const stdin = stdout.replaceAll(/\r?\n/g, end)
      expect(await readBack(show, stdin), stdin.slice(0, 300)).toEqual({ code: 0, stderr: '', ids: wanted })
    }),
    { seed, numRuns: 40 },
  )
})

const sandbox = (words: readonly string[], options = {}) => run(['--sandbox', ...words], options)

/** Returns the ids of the records that a command shows, or of a shortlist. */
async function readBack(show: string | undefined, stdin: string) {
  const state = new Map<string, string>()
  const words = show === undefined ? ['shortlist', 'add', 'new', '-'] : [...show.split(' '), '-', '-o', 'ids']
  const { code, stdout, stderr } = await sandbox(words, { stdin, state })
  const listed =
    show === undefined ? (await sandbox(['shortlist', 'list', 'new', '-o', 'ids'], { state })).stdout : stdout
  return { code, stderr, ids: listed.split('\n').filter((id) => id !== '') }
}

test.each([
  ...['md', 'xml', 'yaml', 'table', 'chart', 'map'].map((form) => ['loans newest', form]),
  ...['md', 'xml', 'yaml', 'table', 'chart'].map((form) => ['lenders newest', form]),
  ['lenders show robin1001', 'table'],
  ['loans show 2100003', 'table'],
])('%s -o %s is named', async (list, form) => {
  const { stdout } = await kiva(`${list} -o ${form}`)
  const names: Readonly<Record<string, string>> = { md: 'Markdown', xml: 'XML', yaml: 'YAML', map: 'a map' }
  const name = names[form ?? ''] ?? (list?.includes('show') ? 'a page of one record' : 'a table')
  for (const words of [
    list?.startsWith('lenders') ? 'lenders show -' : 'loans show -',
    'shortlist add new -',
  ]) {
    const { code, stderr } = await kiva(words, stdout)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`line 1 of standard input is ${name}`)])
  }
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
