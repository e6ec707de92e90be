import type { HttpReply, HttpRequest } from '../../context.ts'

/** Below the origin: as the image template spells it. */
const address = /^\/img\/([a-z0-9]+)\/(\d{1,12})\.png$/

/** Template of the pictures' addresses, for `/templates/images`. */
export const pictureTemplate = (origin: string) => `${origin}/img/<size>/<id>.png`

/** The picture that is asked for; `undefined` for a path that is none. What draws is loaded with the first picture. */
export async function servePicture({ method }: HttpRequest, url: URL): Promise<HttpReply | undefined> {
  const [, name, id] = address.exec(url.pathname) ?? []
  if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined
  const { drawPicture, sizeOf } = await import('../formats/draw-picture.ts')
  const size = sizeOf(name)
  if (!size) return undefined
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }
  return { status: 200, headers, body: drawPicture(Number(id), size) }
}
