/** A page as a reply: complete without scripts, fonts or pictures, and told to the browser so. */
import { createHash } from 'node:crypto'
import type { HttpReply } from '../../../context.ts'
import { replyWith } from '../protocol/uncached-reply.ts'
import { type Html, html } from './html.ts'
import { style } from './style.ts'

export interface PageText {
  readonly title: string
  readonly body: Html
}

const styleHash = createHash('sha256').update(style.toString()).digest('base64')

/**
 * `sendsTo` is where a form's answer may redirect to, beside the provider itself: browsers hold a page's
 * `form-action` against that redirect too.
 */
export function renderPage(
  status: number,
  page: PageText,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly sendsTo?: string } = {},
): HttpReply {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${options.sendsTo ? ` ${sourceOf(options.sendsTo)}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return replyWith(status, 'text/html', layout(page), {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    ...options.headers,
  })
}

/** The source expression for an address: its origin, or its scheme when that is not one of the web. */
function sourceOf(address: string): string {
  return /^https?:\/\/[^/?#]+/.exec(address)?.[0] ?? address.slice(0, address.indexOf(':') + 1)
}

function layout({ title, body }: PageText): string {
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · kiva sandbox</title>
<style>${style}</style>
</head>
<body>
<header><p class="brand">kiva <b>sandbox</b></p><p>Made-up people, made-up money</p></header>
<main>
${body}
</main>
<footer><p>This page belongs to a sandbox that runs on this machine. Nothing here reaches the real marketplace.</p></footer>
</body>
</html>
`}`
}
