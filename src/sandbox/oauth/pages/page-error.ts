/** Thrown when a browser's request cannot be served; the person sees a page that says so, and is sent nowhere. */
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
