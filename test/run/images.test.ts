/** `--images`, from the command line to what a terminal gets and a service is asked. */
import { describe, expect, test } from 'vitest'
import { pictureSizes } from '../../src/api/records/picture-address.ts'
import { KivaError } from '../../src/errors.ts'
import type { HttpReply, HttpRequest, Send } from '../../src/ports/http.ts'
import { jsonReply, run } from '../harness.ts'
import { jpeg, pretendedJpeg, progressiveJpeg } from '../output/pictures/pictures.ts'

const pattern = 'http://pictures.example/img/<size>/<id>.jpg'
const loan = (id: number, image = id) => ({ id, name: `Loan ${id}`, image: { id: image, template_id: 1 } })
const file = jpeg(80, 60)
const picture = (reply: Partial<HttpReply> = {}): HttpReply => ({
  status: 200,
  headers: { 'content-type': 'image/jpeg' },
  body: file,
  ...reply,
})

/** A service of some loans whose pictures are answered by `serve`. */
const service =
  (
    loans: readonly ReturnType<typeof loan>[],
    serve: (request: HttpRequest) => HttpReply | Promise<HttpReply> = () => picture(),
    templates = pattern,
  ): Send =>
  async (request) => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'api.kivaws.org') return serve(request)
    return pathname.includes('/templates/')
      ? jsonReply({ templates: [{ id: 1, pattern: templates }] })
      : jsonReply({ loans })
  }

const screen = { terminal: 80, env: { TERM: 'xterm-256color' } }
const two = [loan(1), loan(2)]
const blocks = /\x1b\[38;5;\d+;48;5;\d+m▀/g

describe('what is asked', () => {
  test('templates once, then each picture once, by https and without a word of who asks', async () => {
    const { requests, code } = await run(['loans', 'newest', '--images', '--app-id', 'org.example.me'], {
      ...screen,
      send: service([loan(1), loan(2, 1), loan(3)]),
    })
    expect(code).toBe(0)
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.kivaws.org/v1/loans/newest.json?app_id=org.example.me',
      'https://api.kivaws.org/v1/templates/images.json?app_id=org.example.me',
      `https://pictures.example/img/${pictureSizes.small}/1.jpg`,
      `https://pictures.example/img/${pictureSizes.small}/3.jpg`,
    ])
    const [, , first] = requests
    expect(Object.keys(first?.headers ?? {})).toEqual(['user-agent', 'accept'])
    expect([first?.headers['accept'], first?.mostBytes]).toEqual(['image/jpeg', 2 * 1024 * 1024])
  })

  test('a larger one for the page of one record', async () => {
    const { requests } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      send: service([loan(1)]),
    })
    expect(requests.at(-1)?.url).toBe(`https://pictures.example/img/${pictureSizes.large}/1.jpg`)
  })

  test('at most four at once', async () => {
    let [busy, most] = [0, 0]
    const serve = async () => {
      most = Math.max(most, ++busy)
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      busy -= 1
      return picture()
    }
    const loans = Array.from({ length: 12 }, (_, at) => loan(at + 1))
    const { requests } = await run(['loans', 'newest', '--images'], {
      ...screen,
      send: service(loans, serve),
    })
    expect([requests.length, most]).toEqual([14, 4])
  })
})

describe('what is shown', () => {
  const lines = (text: string) => text.replaceAll(/\x1b\[[\d;]*m/g, '').split('\n')

  test('a list: each picture beside its record, whose text has the lines that it takes', async () => {
    const long = {
      ...loan(1),
      use: 'to buy seed and fertiliser, and a pump that brings water up to the upper field',
    }
    const { stdout, stderr } = await run(['loans', 'newest', '--images', '--fields', 'id,use'], {
      ...screen,
      terminal: 46,
      send: service([long, { ...loan(22), image: { id: 0, template_id: 7 } }]),
    })
    expect(lines(stdout)).toMatchInlineSnapshot(`
      [
        "            ID  USE",
        "",
        "▀▀▀▀▀▀▀▀▀▀   1  to buy seed and fertiliser,",
        "▀▀▀▀▀▀▀▀▀▀      and a pump that brings water",
        "▀▀▀▀▀▀▀▀▀▀      up to the upper field",
        "▀▀▀▀▀▀▀▀▀▀",
        "",
        "            22",
        "",
        "",
        "",
        "",
      ]
    `)
    expect(stderr).toContain('1 picture is left out: the service names no address to fetch it from.')
  })

  test('a page: the head beside the picture, and the story below in all its width', async () => {
    const story = { languages: ['en'], texts: { en: 'Amina grows maize on a hill. '.repeat(30) } }
    const { stdout } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      send: service([
        { ...loan(1), use: 'to buy seed', loan_amount: 500, funded_amount: 100, description: story } as never,
      ]),
    })
    expect(lines(stdout)).toMatchInlineSnapshot(`
      [
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  Loan 1                                              #1",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  to buy seed",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  in English",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  █████░░░░░░░░░░░░░░░░░░░  $100 of $500 · 20 %",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  Picture  https://www.kiva.org/img/fullsize/1.jpg",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a",
        "hill. Amina grows maize on a hill. Amina grows maize on a hill. Amina grows",
        "maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill. Amina",
        "grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a",
        "hill. Amina grows maize on a hill. Amina grows maize on a hill. Amina grows",
        "maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill. Amina",
        "grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a",
        "hill. Amina grows maize on a hill. Amina grows maize on a hill. Amina grows",
        "maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "",
        "kiva loans lenders 1 · kiva loans updates 1 · https://www.kiva.org/lend/1",
        "",
      ]
    `)
  })

  test('on a narrow terminal: the picture above', async () => {
    const { stdout } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      terminal: 50,
      send: service([loan(1)]),
    })
    const [first = '', ...others] = lines(stdout)
    expect(first).toBe('▀'.repeat(24))
    expect(others.find((line) => line.includes('Loan 1'))).not.toContain('▀')
  })

  test.each([
    ['kitty', /\x1b_Ga=T,f=24,/],
    ['iterm2', /\x1b\]1337;File=inline=1;/],
    ['sixel', /\x1bPq"1;1;80;64#0/],
    ['blocks', blocks],
  ])('%s', async (way, sequence) => {
    const { stdout } = await run(['loans', 'newest', '--images', way], { ...screen, send: service(two) })
    expect(stdout.match(new RegExp(sequence, 'g'))?.length).toBeGreaterThanOrEqual(2)
  })
})

describe('a picture that fails is left out, and the answer is whole', () => {
  const large = new Uint8Array(2 * 1024 * 1024 + 1)
  test.each([
    [
      'a redirect',
      picture({ status: 302, headers: { location: 'http://169.254.169.254/' } }),
      'answered 302',
    ],
    ['nothing there', picture({ status: 404 }), 'answered 404'],
    ['HTML', picture({ headers: { 'content-type': 'text/html' } }), 'sent something else than JPEG'],
    ['PNG', picture({ headers: { 'content-type': 'image/png' } }), 'sent something else than JPEG'],
    ['no type', picture({ headers: {} }), 'sent something else than JPEG'],
    ['too much', picture({ body: large }), 'sent too much'],
    [
      'what only says to be one',
      picture({ body: new TextEncoder().encode('\x1b]0;gone\x07') }),
      'no JPEG file',
    ],
    ['a bomb', picture({ body: pretendedJpeg(60_000, 60_000) }), 'is too large'],
    ['endless scans', picture({ body: progressiveJpeg(100_000) }), 'has too many scans'],
    ['a scan more than can be', picture({ body: progressiveJpeg(33) }), 'has too many scans'],
    [
      'scans of many components',
      picture({ body: progressiveJpeg(1, { components: 255 }) }),
      'has too many scans',
    ],
    ['half of one', picture({ body: file.subarray(0, 300) }), 'cannot be read'],
  ])('%s', async (_, reply, words) => {
    const { stdout, stderr, code, requests } = await run(['loans', 'newest', '--images'], {
      ...screen,
      send: service(two, () => reply),
    })
    expect([code, requests.length]).toEqual([0, 4])
    expect(stdout).toContain('Loan 1')
    expect(stdout).not.toMatch(blocks)
    expect(stderr).toMatch(/^2 pictures are left out: .*\.$/m)
    expect(stderr).toContain(words)
  })

  test.each([['http://127.0.0.1:9/<size>/<id>.jpg'], ['file:///etc/<id>'], ['https://<id>.example/']])(
    'nothing is asked by the pattern %s',
    async (hostile) => {
      const { requests, code, stderr } = await run(['loans', 'newest', '--images'], {
        ...screen,
        send: service(two, undefined, hostile),
      })
      expect([code, requests.length]).toEqual([0, 2])
      expect(stderr).toContain('names no address')
    },
  )

  test('where templates fail, they are asked for once', async () => {
    const send: Send = async (request) =>
      request.url.includes('templates')
        ? jsonReply({ code: 'x', message: 'no' }, 404)
        : jsonReply({ loans: two })
    const { stdout, stderr, code, requests } = await run(['loans', 'newest', '--images'], { ...screen, send })
    expect([code, requests.length]).toEqual([0, 2])
    expect(stdout).toContain('Loan 2')
    expect(stderr).toContain('2 pictures are left out')
  })
})

test('a picture of many scans is shown', async () => {
  const send = service(two, () => picture({ body: progressiveJpeg(32) }))
  const { stdout, stderr } = await run(['loans', 'newest', '--images'], { ...screen, send })
  expect(stderr).not.toContain('left out')
  expect(stdout).toMatch(blocks)
})

test('a signal is heard between two pictures that are one file', async () => {
  const interrupt = new AbortController()
  const yieldToEvents = async () => interrupt.abort(new KivaError('interrupted', 'Interrupted'))
  const { code, stdout } = await run(['loans', 'newest', '--images'], {
    ...screen,
    send: service([loan(1), loan(2, 1)]),
    signal: interrupt.signal,
    world: { yieldToEvents },
  })
  expect([code, stdout]).toEqual([130, ''])
})

describe('no pictures, and a word why', () => {
  test.each([
    ['stdout is no terminal', ['-o', 'table'], {}],
    ['-o json has no place for them', ['-o', 'json'], screen],
    ['-o json has no place for them', [], {}],
    ['there is no colour', [], { ...screen, env: { NO_COLOR: '1' } }],
    ['TERM=dumb', [], { ...screen, env: { TERM: 'dumb' } }],
    ['there is no colour', ['--color', 'never'], screen],
    ['a file takes none', ['-o', 'table', '--out', 'loans.txt'], screen],
  ])('%s: %j', async (words, options, where) => {
    const send = service(two)
    const { code, stdout, stderr, requests } = await run(['loans', 'newest', '--images', ...options], {
      ...where,
      send,
    })
    const plain = await run(['loans', 'newest', ...options], { ...where, send })
    expect([code, stdout, requests.length]).toEqual([0, plain.stdout, 1])
    expect(stderr).toContain(`No pictures: ${words}.\n`)
  })

  test('of records that have none', async () => {
    const { stderr, requests } = await run(['methods', 'list', '--images'], {
      ...screen,
      send: async () => jsonReply({ methods: [] }),
    })
    expect(stderr).toContain('No pictures: methods have none.\n')
    expect(requests).toHaveLength(1)
  })

  test.each([
    [['loans', 'newest', '--images', '--wire', 'json'], '--images cannot be used with --wire'],
    [['loans', 'newest', '--images=gif'], 'gif'],
  ])('%j is a wrong command line', async (words, message) => {
    const { code, stderr, requests } = await run(words, { ...screen, send: service(two) })
    expect([code, requests.length]).toEqual([2, 0])
    expect(stderr).toContain(message)
  })
})

test('the word behind --images is an id where it is no way', async () => {
  const { requests, code } = await run(['loans', 'show', '--images', '1'], {
    ...screen,
    send: service([loan(1)]),
  })
  expect([code, requests[0]?.url]).toEqual([0, 'https://api.kivaws.org/v1/loans/1.json'])
})

test('the sandbox in this process serves its own pictures', async () => {
  const { stdout, stderr, code } = await run(['--sandbox', 'loans', 'show', '2100001', '--images'], screen)
  expect(code).toBe(0)
  expect(stderr).not.toContain('left out')
  expect(stdout.match(blocks)?.length).toBeGreaterThan(30)
})
