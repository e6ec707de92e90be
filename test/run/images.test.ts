/** `--images`: the requests for pictures, and the output on a terminal. */
import { describe, expect, test } from 'vitest'
import { pictureSizes } from '../../src/api/records/picture-address.ts'
import { KivaError } from '../../src/core/errors.ts'
import type { HttpReply, HttpRequest, Send } from '../../src/core/http.ts'
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

/** A service with these loans; `serve` answers requests for pictures. */
const service =
  (
    loans: readonly Partial<ReturnType<typeof loan>>[],
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

describe('--images requests', () => {
  test('templates once, then each picture once, over https and without the app id', async () => {
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
    expect([first?.headers['accept'], first?.maxBytes]).toEqual(['image/jpeg', 2 * 1024 * 1024])
  })

  test('a larger picture for the page of one record', async () => {
    const { requests } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      send: service([loan(1)]),
    })
    expect(requests.at(-1)?.url).toBe(`https://pictures.example/img/${pictureSizes.large}/1.jpg`)
  })

  test('at most four pictures at a time', async () => {
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

describe('--images in HTML', () => {
  const photo = `data:image/jpeg;base64,${Buffer.from(file).toString('base64')}`
  const photosIn = (html: string) =>
    [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, address]) => address)

  test('puts the photo into a page and the rows of a list, into a file and a pipe', async () => {
    const { image: _, ...without } = loan(2)
    const send = service([loan(1), without])
    const page = await run(['loans', 'show', '1', '--images', '--out', 'a.html'], {
      send: service([loan(1)]),
    })
    expect(photosIn(page.folder.get('a.html') ?? '')).toEqual([photo])
    expect(page.folder.get('a.html')).toContain('alt="Photo of Loan 1"')
    expect(page.requests.at(-1)?.url).toBe(`https://pictures.example/img/${pictureSizes.large}/1.jpg`)
    const list = await run(['loans', 'newest', '--images', '-o', 'html', '--fields', 'name'], { send })
    expect(photosIn(list.stdout)).toEqual([photo])
    expect(list.stdout).toContain('<td></td><td>Loan 2</td>')
    expect(list.requests.at(-1)?.url).toBe(`https://pictures.example/img/${pictureSizes.small}/1.jpg`)
    expect(list.stderr).toBe('')
  })

  test('leaves out a photo that cannot be loaded, and says so', async () => {
    const send = service(two, ({ url }) => (url.endsWith('/1.jpg') ? picture({ status: 404 }) : picture()))
    const { code, stdout, stderr } = await run(['loans', 'newest', '--images', '-o', 'html'], { send })
    expect([code, photosIn(stdout)]).toEqual([0, [photo]])
    expect(stderr).toContain('1 picture not shown')
  })
})

describe('--images shows', () => {
  const lines = (text: string) => text.replaceAll(/\x1b\[[\d;]*m/g, '').split('\n')

  test('each picture of a list beside its record, whose text may wrap', async () => {
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
    expect(stderr.replaceAll('\n', ' ')).toContain('1 picture not shown: the API gives no URL for it.')
  })

  test('the head of a page beside the picture, and the story below in full width', async () => {
    const story = { languages: ['en'], texts: { en: 'Amina grows maize on a hill. '.repeat(30) } }
    const { stdout } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      terminal: 100,
      send: service([
        { ...loan(1), use: 'to buy seed', loan_amount: 500, funded_amount: 100, description: story } as never,
      ]),
    })
    expect(lines(stdout)).toMatchInlineSnapshot(`
      [
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  Loan 1                                                            #1",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  to buy seed",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  █████░░░░░░░░░░░░░░░░░░░  20%   $100 of $500 raised",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀  Page  https://www.kiva.org/lend/1",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        "",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "Amina grows maize on a hill. Amina grows maize on a hill. Amina grows maize on a hill.",
        "",
        "Picture  https://www.kiva.org/img/fullsize/1.jpg",
        "",
        "kiva loans lenders 1 · kiva loans updates 1",
        "",
      ]
    `)
  })

  test.each([50, 69])('the picture above the text on a terminal of %i columns', async (terminal) => {
    const { stdout } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      terminal,
      send: service([loan(1)]),
    })
    const [first = '', ...others] = lines(stdout)
    expect(first).toMatch(/^▀{24,}$/)
    expect(others.find((line) => line.includes('Loan 1'))).not.toContain('▀')
  })

  test.each([70, 80])('the picture beside the text on a terminal of %i columns', async (terminal) => {
    const { stdout } = await run(['loans', 'show', '1', '--images'], {
      ...screen,
      terminal,
      send: service([loan(1)]),
    })
    expect(lines(stdout)[0]).toMatch(/^▀{24} {2}Loan 1 +#1$/)
  })

  test.each([
    ['kitty', /\x1b_Ga=T,f=24,/],
    ['iterm2', /\x1b\]1337;File=inline=1;/],
    ['sixel', /\x1bPq"1;1;80;64#0/],
    ['blocks', blocks],
  ])('pictures with the protocol %s', async (way, sequence) => {
    const { stdout } = await run(['loans', 'newest', '--images', way], { ...screen, send: service(two) })
    expect(stdout.match(new RegExp(sequence, 'g'))?.length).toBeGreaterThanOrEqual(2)
  })
})

describe('a failed picture is left out, and the records are printed', () => {
  const large = new Uint8Array(2 * 1024 * 1024 + 1)
  test.each([
    [
      'a redirect',
      picture({ status: 302, headers: { location: 'http://169.254.169.254/' } }),
      'responded 302',
    ],
    ['nothing there', picture({ status: 404 }), 'responded 404'],
    ['HTML', picture({ headers: { 'content-type': 'text/html' } }), 'sent a file that is not JPEG'],
    ['PNG', picture({ headers: { 'content-type': 'image/png' } }), 'sent a file that is not JPEG'],
    ['no type', picture({ headers: {} }), 'sent a file that is not JPEG'],
    ['too much', picture({ body: large }), 'sent a file that is too large'],
    [
      'what only says to be one',
      picture({ body: new TextEncoder().encode('\x1b]0;gone\x07') }),
      'is not a JPEG file',
    ],
    ['a bomb', picture({ body: pretendedJpeg(60_000, 60_000) }), 'is too large'],
    ['endless scans', picture({ body: progressiveJpeg(100_000) }), 'has too many scans'],
    ['a scan more than can be', picture({ body: progressiveJpeg(33) }), 'has too many scans'],
    [
      'scans of many components',
      picture({ body: progressiveJpeg(1, { components: 255 }) }),
      'has too many scans',
    ],
    ['half of one', picture({ body: file.subarray(0, 300) }), 'cannot be decoded'],
  ])('%s', async (_, reply, words) => {
    const { stdout, stderr, code, requests } = await run(['loans', 'newest', '--images'], {
      ...screen,
      send: service(two, () => reply),
    })
    expect([code, requests.length]).toEqual([0, 4])
    expect(stdout).toContain('Loan 1')
    expect(stdout).not.toMatch(blocks)
    expect(stderr).toMatch(/^2 pictures not shown: .*\.$/m)
    expect(stderr).toContain(words)
  })

  test.each([['http://127.0.0.1:9/<size>/<id>.jpg'], ['file:///etc/<id>'], ['https://<id>.example/']])(
    'no picture is requested with the pattern %s',
    async (hostile) => {
      const { requests, code, stderr } = await run(['loans', 'newest', '--images'], {
        ...screen,
        send: service(two, undefined, hostile),
      })
      expect([code, requests.length]).toEqual([0, 2])
      expect(stderr).toContain('the API gives no URL')
    },
  )

  test('templates are requested only once if the request fails', async () => {
    const send: Send = async (request) =>
      request.url.includes('templates')
        ? jsonReply({ code: 'x', message: 'no' }, 404)
        : jsonReply({ loans: two })
    const { stdout, stderr, code, requests } = await run(['loans', 'newest', '--images'], { ...screen, send })
    expect([code, requests.length]).toEqual([0, 2])
    expect(stdout).toContain('Loan 2')
    expect(stderr).toContain('2 pictures not shown')
  })
})

test('a picture with 32 scans is shown', async () => {
  const send = service(two, () => picture({ body: progressiveJpeg(32) }))
  const { stdout, stderr } = await run(['loans', 'newest', '--images'], { ...screen, send })
  expect(stderr).not.toContain('not shown')
  expect(stdout).toMatch(blocks)
})

test('an interruption between two records with the same picture ends the run', async () => {
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

describe('no pictures, with the reason on stderr', () => {
  test.each([
    ['stdout is not a terminal', ['-o', 'table'], {}],
    ['-o json cannot show them', ['-o', 'json'], screen],
    ['-o json cannot show them', [], {}],
    ['color is off', [], { ...screen, env: { NO_COLOR: '1' } }],
    ['TERM=dumb', [], { ...screen, env: { TERM: 'dumb' } }],
    ['color is off', ['--color', 'never'], screen],
    ['--out cannot save them', ['-o', 'table', '--out', 'loans.txt'], screen],
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

  test('for record types without pictures', async () => {
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
  ])('%j is a usage error', async (words, message) => {
    const { code, stderr, requests } = await run(words, { ...screen, send: service(two) })
    expect([code, requests.length]).toEqual([2, 0])
    expect(stderr).toContain(message)
  })
})

test('the word after --images is an id if it is not an image protocol', async () => {
  const { requests, code } = await run(['loans', 'show', '--images', '1'], {
    ...screen,
    send: service([loan(1)]),
  })
  expect([code, requests[0]?.url]).toEqual([0, 'https://api.kivaws.org/v1/loans/1.json'])
})

test('the in-process sandbox serves its own pictures', async () => {
  const { stdout, stderr, code } = await run(['--sandbox', 'loans', 'show', '2100001', '--images'], screen)
  expect(code).toBe(0)
  expect(stderr).not.toContain('not shown')
  expect(stdout.match(blocks)?.length).toBeGreaterThan(30)
})
