/** Photos in the record's pane: when they are loaded, how they are drawn, and what happens without them. */
import { describe, expect, test } from 'vitest'
import type { HttpReply, HttpRequest, Send } from '../../src/core/http.ts'
import { jsonReply } from '../harness.ts'
import { jpeg } from '../output/pictures/pictures.ts'
import { offencesIn } from '../recorder/judge.ts'
import { ManualClock, openSession, type Session, type SessionOptions } from './session.ts'

const truecolor = { TERM: 'xterm-256color', COLORTERM: 'truecolor' }
const wide = { columns: 160, rows: 45, env: truecolor }
const red = /\x1b\[38;2;2\d\d;\d+;\d+;48;2;2\d\d;\d+;\d+m▀/
const picture = (reply: Partial<HttpReply> = {}): HttpReply => ({
  status: 200,
  headers: { 'content-type': 'image/jpeg' },
  body: jpeg(80, 60),
  ...reply,
})
const isPicture = ({ url }: HttpRequest) => new URL(url).host === 'pictures.example'
const isTemplates = ({ url }: HttpRequest) => url.includes('/templates/images')

/** A service with three loans. `serve` answers requests for pictures. */
const service =
  (
    serve: (request: HttpRequest, signal?: AbortSignal) => HttpReply | Promise<HttpReply> = () => picture(),
  ): Send =>
  async (request, signal) => {
    if (isPicture(request)) return serve(request, signal)
    if (isTemplates(request))
      return jsonReply({ templates: [{ id: 1, pattern: 'https://pictures.example/img/<size>/<id>.jpg' }] })
    const loans = [1, 2, 3].map((id) => ({
      ...{ id, name: `Loan ${id}`, use: 'to buy seed', status: 'fundraising' },
      ...{ loan_amount: 500, funded_amount: 100, image: { id: 10 + id, template_id: 1 } },
      description: { languages: ['en'], texts: { en: 'A story. '.repeat(200) } },
    }))
    return jsonReply({ paging: { page: 1, total: 3, page_size: 20, pages: 1 }, loans })
  }

const open = (options: SessionOptions = {}, clock?: ManualClock) =>
  openSession({ argv: ['explore', 'loans', 'newest'], ...wide, send: service(), ...options }, clock)

const pictures = ({ requests }: Session) =>
  requests.filter(isPicture).map(({ url }) => new URL(url).pathname.split('/').at(-1))

describe('a photo', () => {
  test('is loaded for the record at the cursor, after a rest, and each only once', async () => {
    const session = await open()
    await session.until('▀▀▀')
    expect(session.requests.filter(isTemplates)).toHaveLength(1)
    expect(pictures(session)).toEqual(['11.jpg'])
    expect(session.terminal.written()).toMatch(red)
    await session.press('j')
    await session.until('Loan 2')
    await session.pass(1000)
    await session.press('k')
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg', '12.jpg'])
    expect(session.requests.filter(isTemplates)).toHaveLength(1)
    expect(session.mostAtOnce).toBe(1)
    await session.end()
  })

  test('is not loaded while keys follow each other', async () => {
    const clock = new ManualClock()
    const session = await open({}, clock)
    await session.until('▀▀▀')
    for (const key of ['j', 'k', 'j', 'j']) {
      session.send(key)
      clock.moveTo(clock.now() + 100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(pictures(session)).toEqual(['11.jpg'])
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg', '13.jpg'])
    await session.end()
  })

  test('has its room on the page from the start, so that no text moves', async () => {
    const clock = new ManualClock()
    const never = new AbortController().signal
    const send = service(async () => {
      await clock.sleep(5000, never)
      return picture()
    })
    const session = await open({ send }, clock)
    await session.until('A story.')
    const before = await session.screen()
    await session.pass(6000)
    await session.until('▀▀▀')
    const after = await session.screen()
    const page = (lines: readonly string[]) => lines.map((line) => line.replaceAll('▀', ' ').trimEnd())
    expect(page(after)).toEqual(before)
    const row = (lines: readonly string[]) => lines.findIndex((line) => line.includes('A story.'))
    expect(row(after)).toBe(row(before))
    await session.end()
  })

  test('gives its room back if it cannot be loaded, and the list of requests says why', async () => {
    const session = await open({ send: service(() => picture({ status: 404 })) })
    await session.pass(1000)
    const lines = await session.screen()
    const at = lines.findIndex((line) => line.includes('#1') && line.includes('Loan 1'))
    expect(at).toBeLessThan(8)
    expect(lines.join()).not.toContain('▀')
    await session.press('!')
    expect((await session.screen()).join('\n')).toMatch(/GET \/img\/\S+11\.jpg +404/)
    await session.end()
  })

  test.each([
    ['a page of HTML', { headers: { 'content-type': 'text/html' } }],
    ['a broken file', { body: new TextEncoder().encode('no JPEG') }],
    ['a redirect', { status: 302, headers: { location: 'https://other.example/' } }],
  ])('%s is left out', async (_, reply) => {
    const session = await open({ send: service(() => picture(reply)) })
    await session.pass(1000)
    expect((await session.screen()).join()).not.toContain('▀')
    expect(pictures(session)).toEqual(['11.jpg'])
    await session.press('j')
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg', '12.jpg'])
    const { code } = await session.end()
    expect(code).toBe(0)
  })

  test('under way makes way for any other request', async () => {
    const canceled: string[] = []
    const clock = new ManualClock()
    const send = service(async (request, signal = new AbortController().signal) => {
      await clock.sleep(60_000, signal).catch((error) => {
        canceled.push(request.url)
        throw error
      })
      return picture()
    })
    const session = await open({ send }, clock)
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg'])
    await session.press('R')
    expect(canceled).toHaveLength(1)
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg', '11.jpg'])
    await session.press('j')
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg', '11.jpg', '12.jpg'])
    expect(session.mostAtOnce).toBe(1)
    await session.end()
  })

  test('is small where a large one would leave little of the text', async () => {
    const session = await open({ columns: 80, rows: 24 })
    await session.press('enter')
    await session.until('▀▀▀')
    const lines = await session.screen()
    const widthOf = (line: string) => /▀+/.exec(line)?.[0].length ?? 0
    expect(Math.max(...lines.map(widthOf))).toBe(14)
    expect(lines.findIndex((line) => line.includes('A story.'))).toBeLessThan(14)
    // The file is drawn again for a larger pane, and not loaded again.
    await session.resize(160, 45)
    await session.pass(1000)
    await session.until('▀'.repeat(24))
    expect(pictures(session)).toEqual(['11.jpg'])
    await session.end()
  })

  test('leaves the screen with its record, under an overlay, and when the page is scrolled', async () => {
    const session = await open({ columns: 80, rows: 24 })
    await session.press('enter')
    await session.until('▀▀▀')
    const shown = async () => (await session.screen()).filter((line) => line.includes('▀')).length
    expect(await shown()).toBe(5)
    await session.press('?')
    expect(await shown()).toBe(0)
    await session.press('esc')
    expect(await shown()).toBe(5)
    await session.press('page-down')
    expect(await shown()).toBeLessThan(5)
    await session.press('left')
    expect(await shown()).toBe(0)
    await session.end()
  })
})

test('patterns that cannot be read leave no banner and block no other request', async () => {
  const clock = new ManualClock()
  const sound = service()
  const send: Send = async (request, signal) =>
    isTemplates(request) ? { status: 503, headers: {}, body: new Uint8Array() } : sound(request, signal)
  const session = await open({ send }, clock)
  await session.until('Loan 1')
  const { length } = session.requests
  await session.press('R')
  // The code of retries is loaded when it is needed, which looks quiet.
  const again = () => session.requests.slice(length).some(({ url }) => url.includes('newest'))
  await expect.poll(again, { timeout: 55_000 }).toBe(true)
  await session.pass(60_000)
  const lines = await session.screen()
  expect(lines.join()).not.toMatch(/error:|▀/)
  expect(lines.join()).toContain('Loan 3')
  expect(session.mostAtOnce).toBe(1)
  await session.end()
})

describe('no photo', () => {
  test.each([
    ['--images none', { argv: ['explore', 'loans', 'newest', '--images', 'none'] }],
    ['--theme mono', { argv: ['explore', 'loans', 'newest', '--theme', 'mono'] }],
    ['NO_COLOR', { env: { ...truecolor, NO_COLOR: '1' } }],
    ['a small pane', { columns: 100, rows: 24 }],
    ['the record as JSON', { argv: ['explore', 'loans', 'newest'], keys: ['r'] }],
  ])('with %s', async (name, { keys = [], ...options }: SessionOptions & { keys?: readonly string[] }) => {
    const session = await open(options)
    await session.press(...keys)
    if (name === 'the record as JSON') {
      await session.until('"id": 1')
      expect((await session.screen()).join()).not.toContain('▀')
      return void (await session.end())
    }
    await session.pass(2000)
    expect(session.requests.filter((request) => isPicture(request) || isTemplates(request))).toEqual([])
    await session.end()
  })
})

describe('the terminal', () => {
  test.each([
    ['kitty', { TERM: 'xterm-kitty' }, /\x1b_Ga=T,f=24,s=240,v=\d+,c=24,r=9,U=1,i=\d+,q=2,/, 1],
    ['tmux in kitty', { TERM: 'xterm-kitty', TMUX: '/s,1,0' }, /\x1b\[38;5;\d+;48;5;\d+m▀/, 9],
    ['iTerm2', { TERM_PROGRAM: 'iTerm.app' }, /\x1b\]1337;File=inline=1;[^:]*width=24;height=9;/, 1],
    ['foot', { TERM: 'foot' }, /\x1bP[^\x1b]*q/, 1],
  ])('%s gets its own kind of picture', async (_, env, sequence, count) => {
    const session = await open({ env: { TERM: 'xterm-256color', ...env } })
    await session.pass(1000)
    const found = session.terminal.written().split(sequence).length - 1
    expect(found).toBeGreaterThanOrEqual(count)
    expect(session.terminal.written()).not.toMatch(/\x1b_\d/)
    await session.end()
  })

  test('kitty deletes the pictures at the end', async () => {
    const session = await open({ env: { TERM: 'xterm-kitty' } })
    await session.pass(1000)
    await session.press('j')
    await session.pass(1000)
    const ids = () => new Set([...session.terminal.written().matchAll(/U=1,i=(\d+)/g)].map(([, id]) => id))
    const before = session.terminal.written()
    expect(ids().size).toBeGreaterThan(0)
    expect(before).not.toContain('a=d')
    await session.end()
    const after = session.terminal.written().slice(before.length)
    for (const id of ids()) expect(after.split(`\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`)).toHaveLength(2)
    const occasions = new Set(['color', 'explore', 'images'] as const)
    const text = `${session.terminal.written()}\x1b[?25h`
    expect(offencesIn({ text, stream: 'stdout', occasions })).toEqual([])
  })

  test('that draws a picture at once gets it again as a whole after an overlay', async () => {
    const session = await open({ columns: 80, rows: 24, env: { ...truecolor, TERM_PROGRAM: 'iTerm.app' } })
    const sent = () => session.terminal.written().split('\x1b]1337;File=').length - 1
    await session.press('enter')
    await session.pass(1000)
    expect(sent()).toBe(1)
    await session.press('space')
    expect(sent()).toBe(1)
    await session.press('?', 'esc')
    expect(sent()).toBe(2)
    await session.press('page-down')
    expect(sent()).toBe(2)
    await session.press('page-up')
    expect(sent()).toBe(3)
    await session.end()
  })

  test.each([
    [truecolor],
    [{ TERM: 'xterm-kitty' }],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }],
    [{ TERM: 'foot' }],
  ])('with %j sees only sequences of kiva', async (env) => {
    const session = await open({ env })
    await session.pass(1000)
    expect(pictures(session)).toEqual(['11.jpg'])
    await session.press('j', 'k', '?', 'esc')
    // The real terminal shows the cursor again when it is given back.
    const text = `${session.terminal.written()}\x1b[?25h`
    const occasions = new Set(['color', 'explore', 'images'] as const)
    expect(offencesIn({ text, stream: 'stdout', occasions })).toEqual([])
    await session.end()
  })
})
