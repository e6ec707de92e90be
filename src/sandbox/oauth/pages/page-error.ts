/** Thrown for an invalid request from a browser. The user sees an error page instead of a redirect. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly status: number
  readonly title: string

  constructor(title: string, message: string, status = 400) {
    super(message)
    this.title = title
    this.status = status
  }
}
