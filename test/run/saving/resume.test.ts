/** `--checkpoint` and `--resume`: a resumed run gives the same file as an uninterrupted one. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import type { Files } from '../../../src/core/files.ts'
import type { Send } from '../../../src/core/http.ts'
import type { Json } from '../../../src/core/json.ts'
import { memoryFiles } from '../../harness/memory-files.ts'
import { jsonReply, type RunOptions, run } from '../../harness.ts'
import { byId, listOf, loan, pageOf, some, until } from './service.ts'

type Folder = Map<string, string>
const newest = (...words: readonly string[]) => ['loans', 'newest', '--concurrency', '1', ...words]
const all = newest('--all', '--out', 'a.ndjson')

const errorIn = (stderr: string) => JSON.parse(/^{"error":.*$/m.exec(stderr)?.[0] ?? '{}').error

/** The arguments that a shell parses from the command in a hint. */
function pasted(stderr: string): readonly string[] {
  const hint = errorIn(stderr)?.hint ?? /^hint: (.*)$/m.exec(stderr)?.[1]
  const line = /To resume[^:]*: (kiva .*)$/.exec(hint)?.[1]
  if (line === undefined) throw new Error(`no command in: ${stderr}`)
  const script = `kiva() { printf '%s\\0' "$@"; }\n${line}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

const ids = (text = '') =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)

/** Runs with a network failure at a page, then runs the command in the hint. */
async function brokenAt(page: number, words: readonly string[], send: Send, options: RunOptions = {}) {
  const folder: Folder = options.folder ?? new Map()
  const first = await run([...words, '--checkpoint', 'c'], {
    ...options,
    folder,
    send: until(send, (request) => pageOf(request) === String(page)),
  })
  const left = new Map(folder)
  const second = await run(pasted(first.stderr), { ...options, folder, send })
  return { first, left, second, folder }
}

describe('a failed run resumes where it stopped', () => {
  test.each(
    ['ndjson', 'json', 'xml'].flatMap((format) => [1, 2, 3, 5].map((page) => [format, page] as const)),
  )('as %s, at page %i', async (format, page) => {
    const send = listOf(some(9))
    const words = newest('--all', '--out', `a.${format}`)
    const undisturbed = await run(newest('--all', '-o', format), { send })
    const { first, left, second, folder } = await brokenAt(page, words, send)
    expect([first.code, first.stdout, second.code]).toEqual([page === 1 ? 7 : 9, '', 0])
    expect([...left.keys()].sort()).toEqual([`a.${format}.part`, 'c'])
    expect([...folder.keys()].sort()).toEqual([`a.${format}`, 'c'])
    expect(folder.get(`a.${format}`)).toBe(undisturbed.stdout)
    expect(second.requests.map(pageOf)).toEqual([1, 2, 3, 4, 5].filter((one) => one >= page).map(String))
  })

  test('from a service that counts pages from 0', async () => {
    const send: Send = async (request, signal) => {
      const reply = await listOf(some(9))(request, signal)
      const { paging, ...rest } = JSON.parse(new TextDecoder().decode(reply.body))
      return jsonReply({ paging: { ...paging, page: Number(pageOf(request)) - 1 }, ...rest })
    }
    const { second, folder } = await brokenAt(3, all, send)
    expect([second.code, ids(folder.get('a.ndjson'))]).toEqual([0, [1, 2, 3, 4, 5, 6, 7, 8, 9]])
  })

  test.each([
    ['--fields', 'id'],
    ['--jq', '{id}'],
    ['--jq', 'select(.id % 2 == 0) | .id'],
    ['--jq', 'select(.id == 0)'],
    ['--jq', 'select(.id % 2 == 0) | .id', '-r'],
  ])('with %s %s %s', async (...words) => {
    const send = listOf(some(9))
    const undisturbed = await run(newest('--all', '-o', 'ndjson', ...words), { send })
    const { second, folder } = await brokenAt(4, [...all, ...words], send)
    expect([second.code, folder.get('a.ndjson')]).toEqual([0, undisturbed.stdout])
    expect(second.requests.map(pageOf)).toEqual(['4', '5'])
  })

  test.each([
    ['jq', '.name'],
    ['fields', 'name'],
  ])('but not with another --%s', async (name, value) => {
    const send = listOf(some(9))
    const folder: Folder = new Map()
    const given = [...all, `--${name}`, name === 'jq' ? '.id' : 'id']
    await brokenAt(
      4,
      [...given, '--concurrency', '1'],
      until(send, (request) => pageOf(request) === '5'),
      { folder },
    )
    const other = await run([...all, `--${name}`, value, '--resume', 'c'], { folder, send })
    expect([other.code, other.requests]).toEqual([3, []])
    expect(other.stderr).toContain(`${name} was`)
  })

  test('with the command of the hint, and reports the records written before', async () => {
    const { first, second } = await brokenAt(3, all, listOf(some(9)))
    expect(errorIn(first.stderr)).toMatchObject({
      kind: 'partial',
      message: 'stopped after 4 records: The network is gone',
      hint: 'Plug it in. To resume: kiva loans newest --all --concurrency 1 --out a.ndjson --resume c',
    })
    expect(second.stderr).toMatch(/^Wrote 9 loans to a\.ndjson: .*, 4 of them in earlier runs\.\n$/)
  })

  test('also if the service refuses a later request', async () => {
    const send = listOf(some(9))
    const { left, folder } = await brokenAt(
      3,
      all,
      until(
        send,
        (request) => pageOf(request) === '3',
        () => jsonReply({}, 400),
      ),
    )
    expect([...left.keys()]).toEqual([...folder.keys()])
    const third = await run([...all, '--resume', 'c'], { folder, send })
    expect([third.code, ids(folder.get('a.ndjson'))]).toEqual([0, [1, 2, 3, 4, 5, 6, 7, 8, 9]])
  })

  test('as often as it fails, at any page', async () => {
    const send = listOf(some(40))
    const folder: Folder = new Map()
    let words: readonly string[] = [...all, '--checkpoint', 'c']
    for (const page of [4, 5, 5, 11, 20]) {
      const { code, stderr } = await run(words, {
        folder,
        send: until(send, (request) => pageOf(request) === String(page)),
      })
      // 7 if the run failed before its first page.
      expect([7, 9]).toContain(code)
      words = pasted(stderr)
    }
    expect((await run(words, { folder, send })).code).toBe(0)
    expect(folder.get('a.ndjson')).toBe((await run(newest('--all', '-o', 'ndjson'), { send })).stdout)
  })

  test('and keeps its --limit', async () => {
    const { second, folder } = await brokenAt(
      3,
      newest('--limit', '7', '--out', 'a.ndjson'),
      listOf(some(20)),
    )
    expect(
      folder
        .get('a.ndjson')
        ?.trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(second.requests.map(pageOf)).toEqual(['3', '4'])
    expect(second.stderr).toContain('7 of 20 loans · next: --all\n')
  })

  test('and keeps its --page', async () => {
    const { second, folder } = await brokenAt(
      4,
      newest('--all', '--page', '3', '--out', 'a.json'),
      listOf(some(9)),
    )
    expect(second.requests.map(pageOf)).toEqual(['4', '5'])
    expect(JSON.parse(folder.get('a.json') ?? '').map(({ id }: { id: number }) => id)).toEqual([
      5, 6, 7, 8, 9,
    ])
  })

  test('with arguments quoted for the shell', async () => {
    const words = [
      'loans',
      'search',
      '--q',
      "it's $HOME; --checkpoint",
      '--out',
      'my loans.json',
      '--all',
      '--sandbox',
    ]
    const folder: Folder = new Map()
    const stop = new AbortController()
    stop.abort(new KivaError('interrupted', 'Interrupted'))
    const { code, stderr } = await run([...words, '--checkpoint', 'c d'], { folder, signal: stop.signal })
    expect(code).toBe(130)
    const again = pasted(stderr)
    expect(again).toEqual(
      expect.arrayContaining(["it's $HOME; --checkpoint", 'my loans.json', '--sandbox', '--resume', 'c d']),
    )
    expect(again).not.toContain('--checkpoint')
    expect((await run(again, { folder })).code).toBe(0)
  })
})

describe('a list that changed before the resume', () => {
  test('by new records at its head gives no record twice and loses none', async () => {
    const loans: Json[] = some(9)
    const folder: Folder = new Map()
    const first = await run([...all, '--checkpoint', 'c'], {
      folder,
      send: until(listOf(loans), (request) => pageOf(request) === '3'),
    })
    loans.unshift(loan(90), loan(91), loan(92))
    const second = await run(pasted(first.stderr), { folder, send: listOf(loans) })
    expect(ids(folder.get('a.ndjson'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(second.stderr).toContain('The list changed while it was read: 3 duplicates skipped')
  })

  test('by removed records loses no record that moved to an earlier page', async () => {
    const loans: Json[] = some(9)
    const folder: Folder = new Map()
    const first = await run([...all, '--checkpoint', 'c'], {
      folder,
      send: until(listOf(loans), (request) => pageOf(request) === '3'),
    })
    loans.splice(0, 2)
    await run(pasted(first.stderr), { folder, send: listOf(loans) })
    expect(ids(folder.get('a.ndjson'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('in the first run fails with --strict-paging in the second run', async () => {
    const loans: Json[] = some(9)
    const folder: Folder = new Map()
    const growing: Send = (request, signal) => {
      if (pageOf(request) === '2') loans.unshift(loan(90))
      return listOf(loans)(request, signal)
    }
    const first = await run([...all, '--strict-paging', '--checkpoint', 'c'], {
      folder,
      send: until(growing, (request) => pageOf(request) === '4'),
    })
    const second = await run(pasted(first.stderr), { folder, send: listOf(loans) })
    expect([second.code, errorIn(second.stderr).message]).toEqual([
      9,
      'the list changed while it was read: 1 duplicate skipped; 1 of 10 loans missing',
    ])
    expect(ids(folder.get('a.ndjson'))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('a list of ids', () => {
  const stdin = Array.from({ length: 230 }, (_, at) => (at % 10 === 0 ? at + 5000 : at)).join('\n')
  const words = ['loans', 'show', '-', '--concurrency', '1', '--out', 'a.json', '--missing', 'gone']

  test('resumes after the ids already requested, with the same --missing file', async () => {
    const whole = new Map()
    await run(words, { send: byId, stdin, folder: whole })
    const folder: Folder = new Map()
    const send = until(byId, ({ url }) => url.includes('/5100,'))
    const first = await run([...words, '--checkpoint', 'c'], { send, stdin, folder })
    expect(first.code).toBe(9)
    expect(first.stderr).toContain('To resume with the same ids: kiva loans show')
    // A missing id that the checkpoint does not know yet.
    folder.set('gone', `${folder.get('gone')}7777\n`)
    const second = await run(pasted(first.stderr), { send: byId, stdin, folder })
    expect([second.code, second.requests.length]).toEqual([9, 3])
    expect(errorIn(second.stderr).message).toMatch(/^not found: 5000, 5010, .* and 13 more$/)
    for (const name of ['a.json', 'gone']) expect(folder.get(name)).toBe(whole.get(name))
  })

  test('must begin with the same ids; an invalid id after them can be corrected', async () => {
    const folder: Folder = new Map()
    const first = await run([...words, '--checkpoint', 'c'], { stdin: `${stdin}\nx`, send: byId, folder })
    expect(first.code).toBe(9)
    const again = pasted(first.stderr)
    const other = await run(again, { stdin: `3\n${stdin}`, send: byId, folder })
    expect([other.code, other.requests]).toEqual([3, []])
    expect(errorIn(other.stderr).message).toBe('the ids differ from those of the checkpoint')
    const mended = await run(again, { stdin, send: byId, folder })
    expect([mended.code, folder.has('a.json')]).toEqual([9, true])
  })
})

describe('an error with a reason, without requests or changes:', () => {
  /** The files of a run that failed at the third page. */
  async function begun() {
    const folder: Folder = new Map()
    const send = until(listOf(some(9)), (request) => pageOf(request) === '3')
    await run([...all, '--checkpoint', 'c'], { send, folder })
    return folder
  }
  const resume = [...all, '--resume', 'c']
  const change = (folder: Folder, pattern: RegExp, text: string) =>
    folder.set('c', folder.get('c')?.replace(pattern, text) ?? '')

  test.each<[string, (folder: Folder) => unknown, readonly string[], string]>([
    ['no checkpoint', (folder) => folder.delete('c'), resume, 'checkpoint not found: c'],
    ['none at all', (folder) => folder.set('c', '[]'), resume, 'c is not a valid checkpoint'],
    ['no JSON', (folder) => folder.set('c', '{'), resume, 'c is not a valid checkpoint'],
    [
      'changed by hand',
      (folder) => change(folder, /"delivered":4/, '"delivered":5'),
      resume,
      'c is not a valid checkpoint',
    ],
    [
      'of a newer kiva',
      (folder) => change(folder, /"v":1/, '"v":2'),
      resume,
      'c is a checkpoint of a newer version of kiva',
    ],
    [
      'another limit',
      () => {},
      [...resume, '--limit', '5'],
      'c is the checkpoint of another command: limit was not given, now 5',
    ],
    [
      'another format',
      () => {},
      [...resume, '-o', 'json'],
      'c is the checkpoint of another command: output was ndjson, now json',
    ],
    [
      'another command',
      () => {},
      ['lenders', 'newest', '--all', '--out', 'a.ndjson', '--resume', 'c'],
      'c is the checkpoint of another command: endpoint was /loans/newest, now /lenders/newest',
    ],
    [
      'another service',
      () => {},
      [...resume, '--base-url', 'https://api.example'],
      'c is the checkpoint of another command: service was https://api.kivaws.org, now https://api.example',
    ],
    [
      'another param',
      () => {},
      [...resume, '--param', 'x=1'],
      'c is the checkpoint of another command: param was not given, now x=1',
    ],
    [
      'another file',
      () => {},
      newest('--all', '--out', 'b.ndjson', '--resume', 'c'),
      'c is the checkpoint of another output file: /here/a.ndjson',
    ],
    [
      'no output',
      (folder) => folder.delete('a.ndjson.part'),
      resume,
      'the unfinished output of a.ndjson no longer exists',
    ],
    [
      'a shorter output',
      (folder) => folder.set('a.ndjson.part', 'x'),
      resume,
      'a.ndjson.part is shorter than before',
    ],
    [
      'a changed output',
      (folder) => folder.set('a.ndjson.part', 'x'.repeat(2000)),
      resume,
      'a.ndjson.part was changed by another program',
    ],
    [
      'begun, and begun anew',
      () => {},
      [...all, '--checkpoint', 'c'],
      'c is the checkpoint of an unfinished run',
    ],
    [
      'a file that is no checkpoint',
      (folder) => folder.set('c', 'mine'),
      [...all, '--checkpoint', 'c', '--overwrite'],
      'c is not a valid checkpoint',
    ],
  ])('%s', async (_, prepare, words, message) => {
    const folder = await begun()
    prepare(folder)
    const before = new Map(folder)
    const { code, stderr, requests } = await run(words, { folder, send: listOf(some(9)) })
    expect([code, requests, errorIn(stderr).message]).toEqual([3, [], message])
    expect(errorIn(stderr).hint).toMatch(/\w/)
    expect(folder).toEqual(before)
  })

  describe('invalid content with the right hash', () => {
    const number = [null, 'x', -1, 1.5, [], {}, true]
    const word = [null, 1, [], {}, true]
    const object = [null, 1, 'x', []]
    const list = [null, 1, 'x', {}, [null], [{}]]
    test.each<[path: string, values: readonly Json[]]>([
      ['command', object],
      ['command.endpoint', word],
      ['out', word],
      ['written', object],
      ['written.bytes', number],
      ['written.sha256', word],
      ['missing', [...object, {}]],
      ['reached', [...object, {}]],
      ['reached.delivered', number],
      ['reached.ids', list],
      ['reached.paging', [...object, {}]],
      ['reached.paging.total', number],
      ['reached.paging.page', number],
      ['reached.repeats', number],
      ['reached.hasChanged', [null, 1, 'x']],
      ['reached.missing', list],
      ['reached.missingCount', number],
      ['reached.next', number],
      ['reached.asked', word],
      ['finished', [null, 1, 'x']],
    ])('%s', async (path, values) => {
      const folder = await begun()
      const names = path.split('.')
      for (const value of values) {
        const { v, hash, ...fields } = JSON.parse(folder.get('c') ?? '')
        const last = names.slice(0, -1).reduce((object, name) => object[name], fields)
        last[names.at(-1) ?? ''] = value
        const text = JSON.stringify(fields)
        const odd = `{"v":${v},"hash":"${memoryFiles(folder).digest(text)}",${text.slice(1)}\n`
        const left = new Map([...folder, ['c', odd]])
        const before = new Map(left)
        for (const words of [resume, [...all, '--checkpoint', 'c', '--overwrite']]) {
          const { code, stderr, requests } = await run(words, { folder: left, send: listOf(some(9)) })
          const told = [code, requests, errorIn(stderr).message]
          expect(told, JSON.stringify(value)).toEqual([3, [], 'c is not a valid checkpoint'])
          expect(errorIn(stderr).hint).toMatch(/\w/)
          expect(left).toEqual(before)
        }
      }
    })
  })

  test('but options that do not affect the output may differ', async () => {
    const folder = await begun()
    const words = [
      'loans',
      'newest',
      '--all',
      '--out',
      'a.ndjson',
      '--resume',
      'c',
      '--checkpoint',
      'c',
      '-q',
      '--concurrency',
      '3',
    ]
    expect((await run(words, { folder, send: listOf(some(9)) })).code).toBe(0)
  })

  test('but --overwrite starts again', async () => {
    const folder = await begun()
    const words = [...all, '--checkpoint', 'c', '--overwrite']
    const { code, requests } = await run(words, { folder, send: listOf(some(3)) })
    expect([code, requests.map(pageOf)]).toEqual([0, ['1', '2']])
    expect(folder.get('a.ndjson')?.trim().split('\n')).toHaveLength(3)
  })
})

describe('a finished run', () => {
  async function finished() {
    const folder: Folder = new Map()
    await run([...all, '--checkpoint', 'c'], { send: listOf(some(3)), folder })
    return folder
  }
  const resume = [...all, '--resume', 'c']

  test('is reported, and nothing is sent', async () => {
    const folder = await finished()
    const before = new Map(folder)
    const { code, stderr, requests } = await run(resume, { folder })
    expect([code, stderr, requests]).toEqual([0, 'a.ndjson was already complete: 3 loans.\n', []])
    expect(folder).toEqual(before)
  })

  test('is an error if its file is missing', async () => {
    const folder = await finished()
    folder.delete('a.ndjson')
    const { code, stderr } = await run(resume, { folder })
    expect([code, errorIn(stderr).message]).toEqual([3, 'a.ndjson was finished, but no longer exists'])
  })

  test('gets its final name if the run ended before the rename', async () => {
    const folder = await finished()
    folder.set('a.ndjson.part', folder.get('a.ndjson') ?? '')
    folder.delete('a.ndjson')
    const { code, requests } = await run(resume, { folder })
    expect([code, requests, [...folder.keys()].sort()]).toEqual([0, [], ['a.ndjson', 'c']])
  })

  test('can be started again with the same checkpoint', async () => {
    const folder = await finished()
    folder.delete('a.ndjson')
    expect((await run([...all, '--checkpoint', 'c'], { folder, send: listOf(some(5)) })).code).toBe(0)
    expect(folder.get('a.ndjson')?.trim().split('\n')).toHaveLength(5)
  })
})

/** Files that fail to write a checkpoint if `when` returns true for its text. */
function failing(folder: Folder, when: (text: string) => boolean): Files {
  const files = memoryFiles(folder)
  return {
    ...files,
    replace: async (path, text) => {
      if (when(text)) throw new KivaError('config', 'The disk is full')
      await files.replace(path, text)
    },
  }
}

test.each(['json', 'xml', 'ndjson'])(
  'a run that failed after its last page resumes, as %s',
  async (format) => {
    const send = listOf(some(4))
    for (const [words, asked] of [
      [newest('--all', '--out', `a.${format}`), ['3']],
      [newest('--out', `a.${format}`), []],
    ] as const) {
      const folder: Folder = new Map()
      const files = failing(folder, (text) => text.includes('"finished":true'))
      const first = await run([...words, '--checkpoint', 'c'], {
        folder,
        send,
        world: { files: async () => files },
      })
      expect([first.code, first.stderr]).toEqual([9, expect.stringContaining('The disk is full')])
      const second = await run(pasted(first.stderr), { folder, send })
      expect([second.code, second.requests.map(pageOf)]).toEqual([0, asked])
      const whole = await run([...words.slice(0, -2), '-o', format], { send })
      expect(folder.get(`a.${format}`)).toBe(whole.stdout)
    }
  },
)

test('a list of ids that failed after its last chunk resumes', async () => {
  const folder: Folder = new Map()
  const files = failing(folder, (text) => text.includes('"finished":true'))
  const words = ['loans', 'show', '1', '2', '--out', 'a.json']
  const first = await run([...words, '--checkpoint', 'c'], {
    folder,
    send: byId,
    world: { files: async () => files },
  })
  const second = await run(pasted(first.stderr), { folder, send: byId })
  expect([second.code, second.requests]).toEqual([0, []])
  expect(JSON.parse(folder.get('a.json') ?? '')).toEqual([loan(1), loan(2)])
})

test('a checkpoint that cannot be written is an error before any request, and leaves no file', async () => {
  const folder: Folder = new Map()
  const files = failing(folder, () => true)
  const { code, stderr, requests } = await run([...all, '--checkpoint', 'c'], {
    folder,
    world: { files: async () => files },
  })
  expect([code, requests, [...folder]]).toEqual([3, [], []])
  expect(errorIn(stderr).hint).toBeUndefined()
})

test('a run that finds none of its ids leaves no checkpoint', async () => {
  const folder: Folder = new Map()
  const { code, stderr } = await run(['loans', 'show', '5000', '--out', 'a.json', '--checkpoint', 'c'], {
    folder,
    send: byId,
  })
  expect([code, [...folder]]).toEqual([5, []])
  expect(errorIn(stderr).hint).toBeUndefined()
})

describe('signals', () => {
  test.each([
    ['interrupted', 130],
    ['terminated', 143],
  ] as const)('a run that is %s keeps its last page and can resume', async (kind, code) => {
    const send = listOf(some(9))
    const folder: Folder = new Map()
    const stop = new AbortController()
    const first = await run([...all, '--checkpoint', 'c', '-q'], {
      folder,
      signal: stop.signal,
      send: until(
        send,
        (request) => pageOf(request) === '4',
        () => {
          stop.abort(new KivaError(kind, 'Stopped'))
          throw new KivaError('network', 'torn down')
        },
      ),
    })
    expect([first.code, errorIn(first.stderr)]).toEqual([
      code,
      expect.objectContaining({ kind, message: 'Stopped' }),
    ])
    const second = await run(pasted(first.stderr), { folder, send })
    expect([second.code, second.requests.map(pageOf)]).toEqual([0, ['4', '5']])
    expect(folder.get('a.ndjson')?.trim().split('\n')).toHaveLength(9)
  })

  test('without a checkpoint no file is left', async () => {
    const folder: Folder = new Map()
    const stop = new AbortController()
    const { code } = await run(all, {
      folder,
      signal: stop.signal,
      send: until(
        listOf(some(9)),
        (request) => pageOf(request) === '4',
        () => {
          stop.abort(new KivaError('interrupted', 'Interrupted'))
          throw stop.signal.reason
        },
      ),
    })
    expect([code, [...folder]]).toEqual([130, []])
  })
})
