/** Records that are longer than the screen go through a pager: as they come, and with nothing drawn across it. */
import { describe, expect, test } from 'vitest'
import type { World } from '../../src/context.ts'
import type { HttpRequest, Send } from '../../src/ports/http.ts'
import { type PagedScreen, pagedScreen } from '../harness/pagers.ts'
import { jsonReply, type RunOptions, run } from '../harness.ts'
import { until } from '../support/until.ts'

/** More than are drawn at once. */
const size = 60
const pageOf = ({ url }: HttpRequest) => Number(new URL(url).searchParams.get('page') ?? 1)

/** A list of so many loans; `onPage` is told of each request. */
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

describe('what is longer than the screen', () => {
  test('is shown by the pager, and what is said of it stands on the screen when that is left', async () => {
    const on = pagedScreen(12)
    const { code, stdout, stderr } = await runOn(['loans', 'newest'], on, { send: listOf(180) })
    expect([code, stdout]).toEqual([0, ''])
    expect(on.shown).toEqual([
      { command: ['less'], text: expect.stringMatching(/^ID {2}NAME.*\n 1 /), closed: true },
    ])
    const headers = on.shown[0]?.text.split('\n').flatMap((line, at) => (line.startsWith('ID') ? [at] : []))
    expect(headers).toEqual([0, 11, 22, 33, 44, 55])
    expect(stderr).toBe('\n60 of 180 loans. More: --page 2, or --all.\n')
  })

  test('is there before the rest of it is read', async () => {
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

  test('ends with the failure that cut it short, told behind it', async () => {
    const on = pagedScreen(12)
    const send: Send = async (request, signal) =>
      pageOf(request) < 2 ? listOf(180)(request, signal) : jsonReply({}, 500)
    const { code, shown, stderr } = await runOn(['loans', 'newest', '--all'], on, { send })
    expect([code, shown[0]?.closed]).toEqual([9, true])
    expect(shown[0]?.text).toContain('60  Amina')
    expect(stderr).toContain('Stopped after 60 records')
  })

  test.each([
    ['has not said so', ['--all'], {}, ['less']],
    ['has said so', ['--all'], { KIVA_PAGER: 'less -S', PAGER: 'more' }, ['less', '-S']],
  ])('goes through the one that somebody %s', async (_, more, env, command) => {
    const { shown } = await runOn(['loans', 'newest', ...more], pagedScreen(12), { env, send: listOf(180) })
    expect(shown.map((one) => one.command)).toEqual([command])
  })

  test('is printed where the pager is missing, and what is said follows it', async () => {
    const on = pagedScreen(12)
    const { code, stdout, stderr } = await runOn(['loans', 'newest'], on, {
      send: listOf(180),
      world: { pager: async () => undefined },
    })
    const rows = stdout.split('\n').filter((line) => line.endsWith('Amina'))
    expect([code, rows.length, stderr]).toEqual([0, size, expect.stringContaining('60 of 180')])
  })
})

describe('who leaves the pager', () => {
  test('has seen enough: nothing more is asked, and that is no failure', async () => {
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

  test('ends a wait for the service too', async () => {
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

  test('while it is written to is none either', async () => {
    const { code, stderr } = await runOn(['loans', 'newest'], pagedScreen(12, 100), { send: listOf(180) })
    expect([code, stderr]).toEqual([0, ''])
  })
})

test('no progress is drawn across the pager, and none is lost before it', async () => {
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
    // A table is drawn fifty rows at a time: its last ten may still be on their way.
    if (page < 3) return drawn(page === 1 ? /Asking/ : /[56]0 records/)
    for (let turn = 0; turn < 300; turn++) await new Promise((resolve) => setImmediate(resolve))
  })
  await runOn(['loans', 'newest', '--all', '--concurrency', '1'], on, { send, world: { ...clock, stderr } })
  expect(on.shown).toHaveLength(1)
  expect(frames.filter(({ opened }) => opened)).toEqual([])
})

describe('nothing is paged', () => {
  const elsewhere: World['stdin'] = {
    isTerminal: false,
    readAll: async () => '',
    readLine: async () => undefined,
  }
  test.each<[string, readonly string[], number | undefined, RunOptions?]>([
    ['that fits', ['loans', 'newest'], size + 2],
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

  test('that goes to a file', async () => {
    const on = pagedScreen(12)
    const { code, folder } = await runOn(['loans', 'newest', '-o', 'table', '--out', 'a.txt'], on, {
      send: listOf(180),
    })
    expect([code, on.shown, folder.get('a.txt')]).toEqual([0, [], expect.stringContaining('Amina')])
  })
})

test('the fields of a record are paged like records', async () => {
  const { shown } = await runOn(['loans', 'search', '--fields'], pagedScreen(12), {})
  expect(shown[0]?.text).toContain('funded_amount')
})

test('what a stranger wrote is as harmless in the pager as on the screen', async () => {
  const on = pagedScreen(5)
  const loans = Array.from({ length: 9 }, (_, id) => ({ id, name: '\x1b]0;evil\x07\x1b[31m\u202eevil' }))
  await run(['loans', 'newest', '--color', 'always'], {
    terminal: 80,
    world: on.world,
    send: async () => jsonReply({ loans }),
  })
  expect(on.shown[0]?.text).not.toMatch(/\x1b(?!\[(?:1|2|22|33|36|39)m)|\u202e|\x07/)
})
