/** Turns a page into a reply that no cache stores. */
import type { HttpReply } from '../../../ports/http.ts'
import { guardPage, type PageText, writePage } from '../../formats/html/page.ts'
import { replyWith } from '../protocol/uncached-reply.ts'

export type { PageText }

/**
 * Returns the reply for a page. `sendsTo` is an address outside the provider to which the reply to a form may
 * redirect.
 */
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
