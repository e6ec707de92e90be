import type { HttpReply, HttpRequest } from '../../ports/http.ts'
import { noSuchPath } from './refusal.ts'
import type { Match, Route } from './router.ts'

/** Returns the template of picture addresses, for `/templates/images`. */
export const pictureTemplate = (origin: string) => `${origin}/img/<size>/<id>.jpg`

/** Serves every picture that a record refers to. The drawing code is loaded with the first request. */
export const pictureRoute: Route = { path: '/img/:size/:file', answer: servePicture }

async function servePicture({ method }: HttpRequest, { url, inPath }: Match): Promise<HttpReply> {
  const [, id] = /^(\d{1,12})\.jpg$/.exec(inPath['file'] ?? '') ?? []
  const { drawPicture, sizeOf } = await import('../formats/draw-picture.ts')
  const size = sizeOf(inPath['size'] ?? '')
  if (id === undefined || !size || (method !== 'GET' && method !== 'HEAD')) throw noSuchPath(url.pathname)
  const headers = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' }
  return { status: 200, headers, body: drawPicture(Number(id), size) }
}
