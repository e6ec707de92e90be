/** Output longer than the screen goes to a pager as it is read, and no progress is drawn over the pager. */
import { describe, expect, test } from 'vitest'
import type { World } from '../../src/core/context.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { type PagedScreen, pagedScreen } from '../harness/pagers.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'
import { until } from '../support/until.ts'

/** More records than the table renderer prints at a time. */
const size = 60
const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)

/** A list of `total` loans; `onPage` is called for each request. */
function listOf(total: number, onPage: (page: number) => unknown = () => {}): Send {
  return async (request) => {
    const page = pageOf(request)
    await onPage(page)
    const count = Math.min(size, total - (page - 1) * size)
    const loans = Array.from({ length: count }, (_, at) => ({
      id: (page - 1) * size + at + 1,
      name: 'Amina',
    }))
    return jsonReply({ paging: { page, total, page_size: size, pages: Math.ceil(total / size) }, loans })
  }
}

async function runOn(words: readonly string[], on: PagedScreen, options: RunOptions) {
  const ran = await run([...words, '--color', 'never'], {
    terminal: 80,
    ...options,
    world: { ...on.world, ...options.world },
  })
  return { ...ran, stdout: on.screen.text(), shown: on.shown }
}

describe('output longer than the screen', () => {
  test('is shown in the pager, and the footer is printed after it is closed', async () => {
    const on = pagedScreen(12)
    const { code, stdout, stderr } = await runOn(['loans', 'newest'], on, { send: listOf(180) })
    expect([code, stdout]).toEqual([0, ''])
    expect(on.shown).toEqual([
      { command: ['less'], text: expect.stringMatching(/^ID {2}NAME.*\n 1 /), closed: true },
    ])
    const headers = on.shown[0]?.text.split('\n').flatMap((line, at) => (line.startsWith('ID') ? [at] : []))
    expect(headers).toEqual([0, 11, 22, 33, 44, 55])
    expect(stderr).toBe('\n60 of 180 loans · next: --limit 100 or --all\n')
  })

  test('includes the footer, if only with it and the prompt the header would scroll away', async () => {
    // 61 lines of table, an empty line, the footer and the prompt.
    const on = pagedScreen(size + 3)
    const { code, stdout, stderr } = await runOn(['loans', 'newest'], on, { send: listOf(180) })
    expect([code, stdout, stderr]).toEqual([0, '', ''])
    expect(on.shown).toEqual([
      {
        command: ['less'],
        text: expect.stringMatching(/^ID {2}NAME.*\n[\s\S]*\n\n60 of 180 loans · .*\n$/),
        closed: true,
      },
    ])
  })

  test('counts rows, not lines: a note wider than the screen takes several', async () => {
    const open = (columns: number) => pagedScreen(size + 4, undefined, columns)
    const [wide, narrow] = [open(80), open(30)]
    const options = { send: listOf(180) }
    await runOn(['loans', 'newest'], wide, options)
    await runOn(['loans', 'newest'], narrow, { ...options, terminal: 30 })
    expect([wide.shown.length, narrow.shown.length]).toEqual([0, 1])
  })

  test('is printed as it is if the footer goes to another place', async () => {
    const on = pagedScreen(size + 3)
    const written: string[] = []
    const stderr: World['stderr'] = {
      isTerminal: false,
      columns: 80,
      write: async (chunk) => {
        written.push(String(chunk))
      },
    }
    const { stdout } = await runOn(['loans', 'newest'], on, { send: listOf(180), world: { stderr } })
    expect([on.shown, stdout.split('\n').length, written.join('')]).toEqual([
      [],
      size + 2,
      '60 of 180 loans · next: --limit 100 or --all\n',
    ])
  })

  test('appears in the pager before later pages are read', async () => {
    const on = pagedScreen(12)
    let seen = ''
    const send = listOf(180, (page) => {
      if (page === 3) seen = on.shown[0]?.text ?? ''
    })
    await runOn(['loans', 'newest', '--all', '--concurrency', '1'], on, { send })
    expect(seen).toContain('50  Amina')
    expect(seen).not.toContain('180  Amina')
    expect(on.shown[0]?.text).toContain('180  Amina')
  })

  test('is followed by the error that ended the run', async () => {
    const on = pagedScreen(12)
    const send: Send = async (request, signal) =>
      pageOf(request) < 2 ? listOf(180)(request, signal) : jsonReply({}, 500)
    const { code, shown, stderr } = await runOn(['loans', 'newest', '--all'], on, { send })
    expect([code, shown[0]?.closed]).toEqual([9, true])
    expect(shown[0]?.text).toContain('60  Amina')
    expect(stderr).toContain('stopped after 60 records')
  })

  test.each([
    ['has not said so', ['--all'], {}, ['less']],
    ['has said so', ['--all'], { KIVA_PAGER: 'less -S', PAGER: 'more' }, ['less', '-S']],
  ])('goes to less or the pager of the environment: the user %s', async (_, more, env, command) => {
    const { shown } = await runOn(['loans', 'newest', ...more], pagedScreen(12), { env, send: listOf(180) })
    expect(shown.map((one) => one.command)).toEqual([command])
  })

  test('is printed with its footer if the pager cannot be started', async () => {
    const on = pagedScreen(12)
    const { code, stdout, stderr } = await runOn(['loans', 'newest'], on, {
      send: listOf(180),
      world: { pager: async () => undefined },
    })
    const rows = stdout.split('\n').filter((line) => line.endsWith('Amina'))
    expect([code, rows.length, stderr]).toEqual([0, size, expect.stringContaining('60 of 180')])
  })
})

describe('closing the pager', () => {
  test('ends the run successfully without further requests', async () => {
    const on = pagedScreen(12)
    const pages: number[] = []
    const send = listOf(2000, (page) => {
      pages.push(page)
      if (page === 3) on.leave()
    })
    const { code, stderr } = await runOn(['loans', 'newest', '--all', '--concurrency', '1'], on, { send })
    expect([code, stderr, pages]).toEqual([0, '', [1, 2, 3]])
    expect(on.shown[0]?.closed).toBe(true)
  })

  test('cancels a pending request', async () => {
    const on = pagedScreen(12)
    const send = listOf(2000, (page) => (page === 2 ? on.leave() : undefined))
    const never: Send = (request, signal) =>
      pageOf(request) === 1
        ? listOf(2000)(request, signal)
        : new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
            void send(request, signal)
          })
    const { code } = await runOn(['loans', 'newest', '--all'], on, { send: never })
    expect(code).toBe(0)
  })

  test('while kiva writes to it is no error', async () => {
    const { code, stderr } = await runOn(['loans', 'newest'], pagedScreen(12, 100), { send: listOf(180) })
    expect([code, stderr]).toEqual([0, ''])
  })
})

test('progress is drawn before the pager opens and never after', async () => {
  const on = pagedScreen(90)
  let time = 0
  const clock: Pick<World, 'now' | 'sleep'> = {
    now: () => time,
    sleep: async (milliseconds, stop) => {
      await new Promise((resolve) => setImmediate(resolve))
      stop.throwIfAborted()
      time += milliseconds
    },
  }
  const frames: { opened: boolean; text: string }[] = []
  const stderr: World['stderr'] = {
    isTerminal: true,
    columns: 80,
    write: async (chunk) => {
      frames.push({ opened: on.shown.length > 0, text: String(chunk) })
    },
  }
  const drawn = (words: RegExp) => until(String(words), () => frames.some(({ text }) => words.test(text)))
  const send = listOf(180, async (page) => {
    // A table is printed fifty rows at a time: the last ten may not be printed yet.
    if (page < 3) return drawn(page === 1 ? /Waiting for/ : /[56]0 records/)
    for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve))
  })
  await runOn(['loans', 'newest', '--all', '--concurrency', '1'], on, { send, world: { ...clock, stderr } })
  expect(on.shown).toHaveLength(1)
  const after = frames.filter(({ opened }) => opened).map(({ text }) => text)
  expect(after).toEqual(['\n180 loans · next: kiva loans show 1\n'])
})

describe('no pager is started for output', () => {
  const elsewhere: World['stdin'] = {
    isTerminal: false,
    readAll: async () => '',
    readLine: async () => undefined,
    async *chunks() {},
  }
  test.each<[string, readonly string[], number | undefined, RunOptions?]>([
    ['that fits', ['loans', 'newest'], size + 4],
    ['where nobody knows the screen', ['loans', 'newest'], undefined],
    ['with --no-pager', ['loans', 'newest', '--no-pager'], 12],
    ['where cat is the pager', ['loans', 'newest'], 12, { env: { PAGER: 'cat' } }],
    ['on a dumb terminal', ['loans', 'newest'], 12, { env: { TERM: 'dumb' } }],
    ['where nobody can press a key', ['loans', 'newest'], 12, { world: { stdin: elsewhere } }],
    ['as json', ['loans', 'newest', '-o', 'json'], 12],
    ['as ndjson', ['loans', 'newest', '-o', 'ndjson'], 12],
    ['as xml', ['loans', 'newest', '-o', 'xml'], 12],
    ['raw', ['loans', 'newest', '--jq', '.name', '-r'], 12],
    ['of a document of the service', ['loans', 'newest', '--wire', 'json'], 12],
    [
      'of a request',
      ['loans', 'show', ...Array.from({ length: 300 }, (_, at) => `${at + 1}`), '--dry-run'],
      4,
    ],
  ])('%s', async (_, words, rows, options = {}) => {
    const { code, shown, stdout } = await runOn(words, pagedScreen(rows), { send: listOf(180), ...options })
    expect([code, shown]).toEqual([0, []])
    expect(stdout).not.toBe('')
  })

  test('to a file', async () => {
    const on = pagedScreen(12)
    const { code, folder } = await runOn(['loans', 'newest', '-o', 'table', '--out', 'a.txt'], on, {
      send: listOf(180),
    })
    expect([code, on.shown, folder.get('a.txt')]).toEqual([0, [], expect.stringContaining('Amina')])
  })
})

test('the list of fields (--fields alone) is paged', async () => {
  const { shown } = await runOn(['loans', 'search', '--fields'], pagedScreen(12), {})
  expect(shown[0]?.text).toContain('funded_amount')
})

test('text from the API is sanitized in the pager', async () => {
  const on = pagedScreen(5)
  const loans = Array.from({ length: 9 }, (_, id) => ({ id, name: '\x1b]0;evil\x07\x1b[31m\u202eevil' }))
  await run(['loans', 'newest', '--color', 'always'], {
    terminal: 80,
    world: on.world,
    send: async () => jsonReply({ loans }),
  })
  expect(on.shown[0]?.text).not.toMatch(/\x1b(?!\[(?:1|2|22|33|36|39)m)|\u202e|\x07/)
})
