/** A refusal of the service: becomes an error body in the format asked for. */
import { errorCodes } from '../../api/gaps.ts'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** Such as `org.kiva.InvalidIdentifier`. */
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const badParameter = (message: string) => new Refusal(400, errorCodes.parameter, message)
export const unknownId = (message: string) => new Refusal(404, errorCodes.invalidIdentifier, message)
export const noSuchPath = (path: string) =>
  new Refusal(404, errorCodes.notFound, `There is nothing at ${path}`)
