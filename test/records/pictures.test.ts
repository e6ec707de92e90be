/** Tests the request for a picture file, and which replies are accepted. */
import { describe, expect, test } from 'vitest'
import { userAgent } from '../../src/api/wire/request.ts'
import type { FetchOptions, HttpReply, HttpRequest } from '../../src/core/http.ts'
import { fetchPicture } from '../../src/records/pictures.ts'

const url = 'https://pictures.example/img/s200/7.jpg'
const most = 2 * 1024 * 1024
const body = new Uint8Array([1, 2, 3])

async function fetched(reply: Partial<HttpReply> = {}) {
  const sent: { request: HttpRequest; how: FetchOptions }[] = []
  const { signal } = new AbortController()
  const picture = await fetchPicture(
    url,
    async (request, how) => {
      sent.push({ request, how })
      return { status: 200, headers: { 'content-type': 'image/jpeg' }, body, ...reply }
    },
    signal,
  )
  return { picture, sent, signal }
}

test('the request has two headers, a size limit and the signal, and is not retried', async () => {
  const { sent, signal } = await fetched()
  const headers = { 'user-agent': userAgent, accept: 'image/jpeg' }
  expect(sent).toEqual([{ request: { method: 'GET', url, headers, maxBytes: most }, how: { signal } }])
})

describe('a JPEG file', () => {
  test.each(['image/jpeg', 'image/jpg', 'IMAGE/JPEG', 'image/jpeg; charset=binary', 'image/jpeg ;x'])(
    'the content type %s is accepted',
    async (type) => {
      expect((await fetched({ headers: { 'content-type': type } })).picture).toBe(body)
    },
  )

  test('a file of exactly the limit is accepted', async () => {
    const { picture } = await fetched({ body: new Uint8Array(most) })
    expect(picture.byteLength).toBe(most)
  })
})

describe('a refused reply is an error with the host and the reason', () => {
  const notJpeg = 'pictures.example sent a file that is not JPEG'
  test.each<[string, Partial<HttpReply>, string]>([
    ['nothing there', { status: 404 }, 'pictures.example responded 404'],
    ['no content', { status: 204 }, 'pictures.example responded 204'],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://x.example/' } },
      'pictures.example responded 302',
    ],
    ['no type', { headers: {} }, notJpeg],
    ['another type', { headers: { 'content-type': 'image/png' } }, notJpeg],
    ['a longer type', { headers: { 'content-type': 'image/jpegs' } }, notJpeg],
    ['a longer type with a parameter', { headers: { 'content-type': 'image/jpeg2000; x' } }, notJpeg],
    ['a type that ends in this one', { headers: { 'content-type': 'text/image/jpeg' } }, notJpeg],
    ['a byte too much', { body: new Uint8Array(most + 1) }, 'pictures.example sent a file that is too large'],
  ])('%s', async (_, reply, message) => {
    const taken = fetched(reply).then(({ picture }) => picture.byteLength)
    await expect(taken).rejects.toMatchObject({ kind: 'service', message })
  })
})
