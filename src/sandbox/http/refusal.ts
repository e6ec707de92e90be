/** A refusal of the service: becomes an error body in the format asked for. */
import { errorCodes } from '../../api/gaps.ts'

type Headers = Readonly<Record<string, string>>

export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly status: number
  /** Such as `org.kiva.InvalidIdentifier`. */
  readonly code: string
  readonly headers: Headers

  constructor(status: number, code: string, message: string, headers: Headers = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Characters of a request that a refusal repeats at most. */
const mostQuoted = 100

/** A piece of a request for a message: whole while it is short, so that no reply grows with what was sent. */
export function quote(text: string): string {
  return text.length > mostQuoted ? `${text.slice(0, mostQuoted - 1).toWellFormed()}…` : text
}

export const badParameter = (message: string) => new Refusal(400, errorCodes.parameter, message)
export const unknownId = (message: string) => new Refusal(404, errorCodes.invalidIdentifier, message)
export const noSuchPath = (path: string) =>
  new Refusal(404, errorCodes.notFound, `There is nothing at ${quote(path)}`)
