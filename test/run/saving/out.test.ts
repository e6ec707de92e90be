/** `--out` and `--missing`: the content of the files, and when they are created. */
import { describe, expect, test } from 'vitest'
import { jsonReply, run, textReply } from '../../harness.ts'
import { byId, listOf, loan, some, until } from './service.ts'

const folder = () => new Map<string, string>()
const newest = (...words: readonly string[]) => ['loans', 'newest', '--all', ...words]

describe('the file suffix decides the format, unless -o is given', () => {
  test.each([
    ['a.json', [], {}, '[\n'],
    ['A.JSON', [], {}, '[\n'],
    ['a.ndjson', [], {}, '{"id":1'],
    ['a.jsonl', [], { KIVA_OUTPUT: 'xml' }, '{"id":1'],
    ['a.xml', [], {}, '<?xml'],
    ['a.xml', ['-o', 'json'], {}, '[\n'],
    ['v1.2', [], {}, '[\n'],
    ['a.d/loans', [], {}, '[\n'],
    ['a.txt', [], { KIVA_OUTPUT: 'xml' }, '<?xml'],
    ['ndjson', [], {}, '[\n'],
    ['a.txt', ['-o', 'table'], {}, 'ID'],
  ])('%s %j %j', async (name, words, env, begins) => {
    const files = folder()
    const { code, stdout } = await run(newest('--out', name, ...words), {
      send: listOf(some(3)),
      terminal: 80,
      env,
      folder: files,
    })
    expect([code, stdout, [...files.keys()]]).toEqual([0, '', [name]])
    expect(files.get(name)?.startsWith(begins)).toBe(true)
  })
})

test('an unknown extension without another choice of format is an error, before anything is sent', async () => {
  const unknown = (...words: readonly string[]) => run(newest(...words), { send: listOf(some(3)) })
  const { code, stderr, requests, folder: files } = await unknown('--out', 'loans.db')
  expect([code, requests.length, files.size]).toEqual([2, 0, 0])
  const { message, hint } = JSON.parse(stderr).error
  expect(message).toBe('invalid value "loans.db" for --out: unknown extension .db')
  for (const ending of ['.json', '.ndjson', '.jsonl', '.csv', '.parquet', '-o'])
    expect(hint).toContain(ending)
  for (const words of [
    ['-o', 'json'],
    ['--jq', '.id', '-r'],
    ['-o', 'table', '--wide'],
  ])
    expect((await unknown('--out', 'loans.db', ...words)).code).toBe(0)
  const page = run(['loans', 'newest', '--wire', 'html', '--out', 'a.html'], {
    send: async () => textReply('<p>'),
  })
  expect((await page).code).toBe(0)
})

test('the file has the same content as stdout, and stderr reports it', async () => {
  const send = listOf(some(5))
  const { stdout } = await run(newest('-o', 'ndjson'), { send })
  const times = [0, 0, 0, 0, 4100, 4100]
  const { folder: files, ...ran } = await run(newest('--out', 'a.ndjson'), {
    send,
    now: () => times.shift() ?? 4100,
  })
  expect(files.get('a.ndjson')).toBe(stdout)
  expect(ran.stderr).toMatch(/^Wrote 5 loans to a\.ndjson: \d+ bytes in 4\.1s\.\n$/)
  expect((await run(newest('--out', 'a.ndjson', '-q'), { send })).stderr).toBe('')
})

test('messages about one record, page or request are in the singular', async () => {
  const send = listOf(some(1))
  const words = newest('--out', 'a.ndjson', '--checkpoint', 'c', '-v')
  const { stderr, folder: files } = await run(words, { send, folder: folder() })
  expect(stderr).toMatch(/^Wrote 1 loan to a\.ndjson: /m)
  expect(stderr).toMatch(/^Read 1 loan: 1 page, 1 request, /m)
  const again = await run(newest('--out', 'a.ndjson', '--resume', 'c'), { folder: files })
  expect(again.stderr).toBe('a.ndjson was already complete: 1 loan.\n')
  const behind = await run(['loans', 'newest', '--page', '2'], { send })
  expect(behind.stderr).toBe('No loans on page 2: 1 on 1 page.\n')
})

test('a file has no color and is not limited to the terminal width', async () => {
  const send = listOf([{ ...loan(1), use: 'x'.repeat(300) }])
  const wide = await run(newest('-o', 'table'), { send })
  const words = newest('-o', 'table', '--color', 'always', '--out', 'a.txt')
  const { folder: files } = await run(words, { send, terminal: 40 })
  expect(files.get('a.txt')).toBe(wide.stdout)
})

test('the footer about more records is printed with --out too', async () => {
  const { stderr } = await run(['loans', 'newest', '--out', 'a.json'], { send: listOf(some(5)) })
  expect(stderr).toMatch(/^Wrote 2 loans .*\n2 of 5 loans · next: --all\n$/)
})

test('text from the API is sanitized in files', async () => {
  const send = listOf([{ ...loan(1), name: 'a\u009b31m\ufffe' }])
  const json = await run(newest('--out', 'a.json'), { send })
  expect(json.folder.get('a.json')).toContain('a\\u009b31m')
  const xml = await run(newest('--out', 'a.xml'), { send })
  expect(xml.folder.get('a.xml')).toContain('a&#x9b;31m\ufffd')
  expect(xml.stderr).toContain('U+FFFD')
})

test('--wire writes the body unchanged', async () => {
  const send = async () =>
    textReply('<response>\u0007</response>', 200, { 'content-type': 'application/xml' })
  const {
    folder: files,
    stdout,
    stderr,
  } = await run(['loans', 'newest', '--wire', 'xml', '--out', 'a.xml'], {
    send,
    terminal: 80,
  })
  expect([files.get('a.xml'), stdout]).toEqual(['<response>\u0007</response>', ''])
  expect(stderr).toMatch(/^Wrote the document to a\.xml: 22 bytes/)
})

test('an error on a terminal is text even if the file is JSON', async () => {
  const send = until(listOf(some(9)), () => true)
  expect((await run(newest('--out', 'a.json'), { send, terminal: 80 })).stderr).toMatch(/^error: /)
  expect((await run(newest('--out', 'a.json'), { send })).stderr).toMatch(/^{"error":/)
})

describe('an existing file', () => {
  test('is an error before any request', async () => {
    const files = new Map([['a.json', 'old']])
    const { code, stderr, requests } = await run(newest('--out', 'a.json'), { folder: files })
    expect([code, requests, files.get('a.json')]).toEqual([3, [], 'old'])
    expect(stderr).toContain('file already exists: ')
  })

  test('is replaced with --overwrite', async () => {
    const files = new Map([['a.json', 'old']])
    const words = newest('--out', 'a.json', '--overwrite')
    expect((await run(words, { folder: files, send: listOf(some(1)) })).code).toBe(0)
    expect(files.get('a.json')).toContain('Loan 1')
  })

  test('stays if a page fails, with the exit code of that error', async () => {
    const files = new Map([['a.json', 'old']])
    const words = newest('--out', 'a.json', '--overwrite', '--concurrency', '1')
    const send = until(listOf(some(9)), ({ url }) => url.includes('page=3'))
    const { code, stderr } = await run(words, { folder: files, send })
    expect([code, [...files]]).toEqual([7, [['a.json', 'old']]])
    expect(JSON.parse(stderr).error).toMatchObject({ message: 'The network is gone', hint: 'Plug it in.' })
  })
})

describe('--missing', () => {
  const ids = ['1', '2001', '2', '2002']

  test('has every id that was not found, one per line, in order', async () => {
    const {
      code,
      stdout,
      stderr,
      folder: files,
    } = await run(['loans', 'show', ...ids, '--missing', 'gone.txt', '-o', 'ndjson'], { send: byId })
    expect([code, stdout.trim().split('\n').length]).toEqual([9, 2])
    expect([...files]).toEqual([['gone.txt', '2001\n2002\n']])
    expect(stderr).toContain('not found: 2001, 2002')
    expect(stderr).toContain('the missing ids are in gone.txt')
  })

  test('creates an empty file if no id is missing', async () => {
    const { code, folder: files } = await run(['loans', 'show', '1', '--missing', 'gone.txt'], { send: byId })
    expect([code, [...files]]).toEqual([0, [['gone.txt', '']]])
  })

  test.each(['json', 'ndjson', 'xml', 'table'])('works with --out and -o %s', async (format) => {
    const { code, folder: files } = await run(
      ['loans', 'show', '-', '--missing', 'gone.txt', '--out', 'a', '-o', format],
      { send: byId, stdin: [...ids, ...Array.from({ length: 60 }, (_, at) => at + 3000)].join('\n') },
    )
    expect([code, [...files.keys()].sort()]).toEqual([9, ['a', 'gone.txt']])
    expect(files.get('gone.txt')?.trim().split('\n')).toHaveLength(62)
    expect(files.get('a')).toContain('Loan 2')
  })

  test('keeps the ids found missing before a failure', async () => {
    const stdin = Array.from({ length: 120 }, (_, at) => at + 1000).join('\n')
    const send = until(byId, ({ url }) => url.includes('1119'))
    const words = ['loans', 'show', '-', '--missing', 'gone.txt', '-o', 'ndjson', '--concurrency', '1']
    const { code, folder: files } = await run(words, { send, stdin })
    expect([code, files.get('gone.txt')?.trim().split('\n').length]).toEqual([9, 99])
  })

  test('leaves no file after a usage error', async () => {
    const { code, folder: files } = await run(['loans', 'show', '-', '--missing', 'm', '--out', 'a'], {
      stdin: 'x',
    })
    expect([code, [...files]]).toEqual([2, []])
  })

  test('does not replace an existing file, and no request is sent', async () => {
    const files = new Map([['gone.txt', 'old']])
    const words = ['loans', 'show', '1', '--missing', 'gone.txt', '--out', 'a.json']
    const { code, requests } = await run(words, { folder: files })
    expect([code, requests, [...files]]).toEqual([3, [], [['gone.txt', 'old']]])
  })
})

describe('a usage error without requests or files:', () => {
  test.each([
    [['--out', ''], 'expected a file name'],
    [['--out', '-'], 'expected a file name'],
    [['--overwrite'], '--overwrite requires --out'],
    [['--checkpoint', 'c'], '--checkpoint requires --out'],
    [['--resume', 'c'], '--resume requires --out'],
    [['--checkpoint', 'c', '--resume', 'd', '--out', 'a.json'], 'name different files'],
    [['--checkpoint', 'a', '--out', 'a'], '--out and --checkpoint name the same file: a'],
    [['--checkpoint', 'a.part', '--out', 'a'], '--out and --checkpoint name the same file: a.part'],
    [
      ['--checkpoint', './a.part.lock', '--out', 'a'],
      '--out and --checkpoint name the same file: a.part.lock',
    ],
    [['--resume', './a', '--out', 'a'], '--out and --resume name the same file: a'],
    [['--trace', 'a', '--out', './a'], '--out and --trace name the same file: ./a'],
    [['--trace', 'a', '--dry-run', '--out', 'a'], '--out and --trace name the same file: a'],
    [['--checkpoint', 'c', '--out', 'a', '--trace', 'c'], '--checkpoint and --trace name the same file: c'],
    [['--checkpoint', 'c', '--out', 'a.xml', '--wire', 'xml'], 'cannot be used with --wire'],
    [['--checkpoint', 'c', '--out', 'a', '-o', 'table'], 'cannot be used with -o table'],
    [['--missing', 'm'], 'unknown option'],
  ])('%j', async (words, said) => {
    const { code, stderr, requests, folder: files } = await run(['loans', 'newest', ...words])
    expect([code, requests, [...files]]).toEqual([2, [], []])
    expect(
      JSON.parse(
        stderr.startsWith('{') ? stderr : `{"error":{"message":${JSON.stringify(stderr)},"hint":"x"}}`,
      ).error.hint,
    ).not.toBe('')
    expect(stderr).toContain(said)
  })

  test('--checkpoint is an unknown option for a command of a single request', async () => {
    const { code, stderr } = await run(['releases', 'current', '--out', 'a.json', '--checkpoint', 'c'])
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, 'unknown option --checkpoint'])
  })
})

test('an empty list is a complete JSON file', async () => {
  const { code, folder: files } = await run(newest('--out', 'a.json'), {
    send: async () => jsonReply({ loans: [] }),
  })
  expect([code, [...files]]).toEqual([0, [['a.json', '[]\n']]])
})
