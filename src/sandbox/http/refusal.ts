/** An error that the service reports to the client, as an error body in the requested format. */
import { errorCodes } from '../../api/gaps.ts'

type Headers = Readonly<Record<string, string>>

export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly status: number
  /** Error code, such as `org.kiva.InvalidIdentifier`. */
  readonly code: string
  readonly headers: Headers

  constructor(status: number, code: string, message: string, headers: Headers = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Most characters of a request that an error message may repeat. */
const maxQuoted = 100

/**
 * Returns part of a request for use in a message, truncated if it is long, so that large input does not make
 * large replies.
 */
export function quote(text: string): string {
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted - 1).toWellFormed()}…` : text
}

export const badParameter = (message: string) => new Refusal(400, errorCodes.parameter, message)
export const unknownId = (message: string) => new Refusal(404, errorCodes.invalidIdentifier, message)
export const noSuchPath = (path: string) =>
  new Refusal(404, errorCodes.notFound, `There is nothing at ${quote(path)}`)
