/** An error that the service reports to the client, as an error body in the requested format. */
import { errorCodes } from '../../api/gaps.ts'
import type { HttpReply, HttpRequest } from '../../core/http.ts'

export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly status: number
  /** Error code, such as `org.kiva.InvalidIdentifier`. */
  readonly code: string
  readonly headers: HttpReply['headers']

  constructor(status: number, code: string, message: string, headers: HttpReply['headers'] = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const badParameter = (message: string) => new Refusal(400, errorCodes.parameter, message)
export const unknownId = (message: string) => new Refusal(404, errorCodes.invalidIdentifier, message)
export const noSuchPath = (path: string) => new Refusal(404, errorCodes.notFound, `${quote(path)} not found`)

/**
 * Throws a `Refusal` with status 405 unless the method is GET or HEAD. HEAD gets the same reply as GET; the
 * socket writer drops the body and keeps its length.
 */
export function requireGet({ method }: HttpRequest): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Refusal(405, errorCodes.method, `method ${method} not allowed`, { allow: 'GET, HEAD' })
}

/**
 * Returns part of a request for use in a message, truncated to `maxLength` characters, so that large input does not
 * make large replies.
 */
export function quote(text: string, maxLength = 100): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}
