/** A page as a reply that nothing keeps. */
import type { HttpReply } from '../../../ports/http.ts'
import { guardPage, type PageText, writePage } from '../../formats/html/page.ts'
import { replyWith } from '../protocol/uncached-reply.ts'

export type { PageText }

/** `sendsTo` is where a form's answer may redirect to, beside the provider itself. */
export function renderPage(
  status: number,
  page: PageText,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly sendsTo?: string } = {},
): HttpReply {
  return replyWith(status, 'text/html', writePage(page), {
    ...guardPage({ sendsTo: options.sendsTo }),
    ...options.headers,
  })
}
