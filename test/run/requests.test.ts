/** The requests sent for a list of ids. */
import { describe, expect, test } from 'vitest'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
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
  ])('of %s: %i ids are requested in chunks, in order, each once', async (noun, count, sizes) => {
    const { code, requests } = await run([noun, 'show', upTo(count).join(',')], { send: all })
    expect(code).toBe(0)
    expect(requests.map((request) => idsIn(request).length)).toEqual(sizes)
    expect(requests.flatMap(idsIn)).toEqual(upTo(count))
  })

  test('from standard input replaces the dash, with ids separated by space or commas', async () => {
    const stdin = '\n 3\t4\r\n\n5,6\n\n'
    const { requests } = await run(['loans', 'show', '2', '-', '1'], {
      stdin,
      send: all,
    })
    expect(requests.map(idsIn)).toEqual([['2', '3', '4', '5', '6', '1']])
  })

  test('of one id on standard input may have blank lines around it', async () => {
    const { code, requests } = await run(['loans', 'lenders', '-'], { stdin: '\n 7 \n\n' })
    expect([code, requests.map(({ url }) => new URL(url).pathname)]).toEqual([
      0,
      ['/v1/loans/7/lenders.json'],
    ])
  })

  test('without a dash does not read standard input', async () => {
    const { requests } = await run(['loans', 'show', '2'], { stdin: '3', send: all })
    expect(requests.map(idsIn)).toEqual([['2']])
  })

  test('with an invalid id on standard input is an error before any request', async () => {
    const { code, stderr, requests } = await run(['loans', 'show', '-'], { stdin: '1\nx\n', send: all })
    expect([code, requests]).toEqual([2, []])
    expect(JSON.parse(stderr).error.message).toContain('"x"')
  })
})

describe('many ids from standard input', () => {
  test('are printed in the order of the input, whatever the order of the replies', async () => {
    const backwards: Send = async (request) =>
      jsonReply({
        loans: idsIn(request)
          .toReversed()
          .map((id) => ({ id: Number(id) })),
      })
    const { stdout } = await run(['loans', 'show', '-', '-o', 'ndjson'], {
      stdin: upTo(120).toReversed().join('\n'),
      send: backwards,
    })
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => String(JSON.parse(line).id))
    expect(ids).toEqual(upTo(120).toReversed())
  })

  test('are requested once if repeated, also in another case', async () => {
    const send: Send = async () => jsonReply({ lenders: [{ lender_id: 'amy' }, { lender_id: 'ben' }] })
    const { requests, code } = await run(['lenders', 'show', '-'], { stdin: 'amy\nAmy ben\namy', send })
    expect([code, requests.map(({ url }) => new URL(url).pathname)]).toEqual([
      0,
      ['/v1/lenders/amy,ben.json'],
    ])
  })

  test('are split into chunks so that no URL is longer than 4000 characters', async () => {
    const long = Array.from({ length: 50 }, (_, at) => `${at}${'ü'.repeat(40)}`)
    const send: Send = async (request) =>
      jsonReply({
        lenders:
          decodeURIComponent(request.url)
            .match(/\d+ü+/g)
            ?.map((lender_id) => ({ lender_id })) ?? [],
      })
    const { requests, stdout } = await run(['lenders', 'show', '-'], { stdin: long.join('\n'), send })
    expect(JSON.parse(stdout)).toHaveLength(50)
    expect(requests.length).toBeGreaterThan(2)
    for (const { url } of requests) expect(url.length).toBeLessThanOrEqual(4000)
    // As few chunks as possible: one more id would make each URL too long.
    for (const { url } of requests.slice(0, -1)) expect(url.length).toBeGreaterThan(4000 - 300)
  })

  test('before an invalid id are printed, and the run exits with 9', async () => {
    const { code, stdout, stderr } = await run(['loans', 'show', '-', '-o', 'ndjson'], {
      stdin: [...upTo(70), 'x', '71'].join('\n'),
      send: all,
    })
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([9, 70])
    expect(JSON.parse(stderr).error.message).toMatch(/^stopped after 70 records: .*"x"/)
  })

  test('equal to the path of another endpoint are requested only together with other ids', async () => {
    const send: Send = async () => jsonReply({ lenders: [{ lender_id: 'newest' }, { lender_id: 'amy' }] })
    expect((await run(['lenders', 'show', '-'], { stdin: 'newest', send })).code).toBe(2)
    expect((await run(['lenders', 'show', '-'], { stdin: 'newest amy', send })).code).toBe(0)
  })
})

describe('--wire', () => {
  test.each(['xml', 'json', 'html'])('prints one document in the requested format: %s', async (format) => {
    const send: Send = async () => textReply('a document')
    const { code, stdout, requests } = await run(['loans', 'show', upTo(50).join(','), '--wire', format], {
      send,
    })
    expect([code, stdout]).toEqual([0, 'a document'])
    expect(requests.map(({ url }) => new URL(url).pathname.split('.').at(-1))).toEqual([format])
  })

  test('is a usage error if the ids need two requests', async () => {
    const { code, stderr, requests } = await run(['loans', 'show', upTo(51).join(','), '--wire', 'xml'], {
      send: all,
    })
    expect([code, requests]).toEqual([2, []])
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'usage',
      message: 'too many ids for one --wire document',
      hint: 'Give fewer ids, or leave out --wire.',
    })
  })
})
