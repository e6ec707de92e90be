/** The requests that a list of ids takes, seen as they are sent. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Json, Send } from '../../src/context.ts'
import { jsonReply, run, textReply } from '../harness.ts'

const idsIn = ({ url }: HttpRequest) => (/\/(?:loans|teams)\/([\d,]+)\./.exec(url)?.[1] ?? '').split(',')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
const records = (request: HttpRequest): Json => idsIn(request).map((id) => ({ id: Number(id) }))
const all: Send = async (request) => jsonReply({ loans: records(request), teams: records(request) })

describe('a list of ids', () => {
  test.each([
    ['loans', 1, [1]],
    ['loans', 50, [50]],
    ['loans', 51, [50, 1]],
    ['loans', 100, [50, 50]],
    ['loans', 101, [50, 50, 1]],
    ['teams', 21, [20, 1]],
  ])('%s: %i are asked for in parts, in order, none twice', async (noun, count, sizes) => {
    const { code, requests } = await run([noun, 'show', upTo(count).join(',')], { send: all })
    expect(code).toBe(0)
    expect(requests.map((request) => idsIn(request).length)).toEqual(sizes)
    expect(requests.flatMap(idsIn)).toEqual(upTo(count))
  })

  test('from standard input takes the place of the dash, whatever stands between the ids', async () => {
    const stdin = '\n 3\t4\r\n\n5,6\n\n'
    const { requests } = await run(['loans', 'show', '2', '-', '1'], {
      stdin,
      send: all,
    })
    expect(requests.map(idsIn)).toEqual([['2', '3', '4', '5', '6', '1']])
  })

  test('of one: the lines around it are no second value', async () => {
    const { code, requests } = await run(['loans', 'lenders', '-'], { stdin: '\n 7 \n\n' })
    expect([code, requests.map(({ url }) => new URL(url).pathname)]).toEqual([
      0,
      ['/v1/loans/7/lenders.json'],
    ])
  })

  test('leaves standard input alone without a dash', async () => {
    const { requests } = await run(['loans', 'show', '2'], { stdin: '3', send: all })
    expect(requests.map(idsIn)).toEqual([['2']])
  })

  test('with a wrong id on standard input is told before anything is sent', async () => {
    const { code, stderr, requests } = await run(['loans', 'show', '-'], { stdin: '1\nx\n', send: all })
    expect([code, requests]).toEqual([2, []])
    expect(JSON.parse(stderr).error.message).toContain('"x"')
  })
})

describe('--wire', () => {
  test.each(['xml', 'json', 'html'])('asks for one document: %s', async (format) => {
    const send: Send = async () => textReply('a document')
    const { code, stdout, requests } = await run(['loans', 'show', upTo(50).join(','), '--wire', format], {
      send,
    })
    expect([code, stdout]).toEqual([0, 'a document'])
    expect(requests.map(({ url }) => new URL(url).pathname.split('.').at(-1))).toEqual([format])
  })

  test('is refused where it would take two', async () => {
    const { code, stderr, requests } = await run(['loans', 'show', upTo(51).join(','), '--wire', 'xml'], {
      send: all,
    })
    expect([code, requests]).toEqual([2, []])
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'usage',
      message: '--wire is one document, and one document takes fewer ids',
      hint: 'Give fewer ids at a time, or leave --wire out: kiva joins records, not documents.',
    })
  })
})
