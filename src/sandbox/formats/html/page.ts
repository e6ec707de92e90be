/** A page for a person: complete without scripts or fonts from elsewhere, and told to the browser so. */
import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { style } from './style.ts'

export interface PageText {
  readonly title: string
  readonly body: Html
  /** For records and forms, which take more room than a paragraph does. */
  readonly wide?: true
}

const styleHash = createHash('sha256').update(style.toString()).digest('base64')

/** The whole page as text. */
export function writePage({ title, body, wide }: PageText): string {
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
<body${wide && html` class="wide"`}>
<header><p class="brand">${wide ? html`<a href="/">kiva <b>sandbox</b></a>` : html`kiva <b>sandbox</b>`}</p><p>Made-up people, made-up money</p></header>
<main>
${body}
</main>
<footer><p>This page belongs to a sandbox that runs on this machine. Nothing here reaches the real marketplace.</p></footer>
</body>
</html>
`}`
}

interface Guard {
  /**
   * Where a form's answer may redirect to, beside the sandbox itself: browsers hold a page's `form-action` against that
   * redirect too.
   */
  readonly sendsTo?: string | undefined
  /** Shows pictures of the sandbox. */
  readonly pictures?: true
}

/** Headers that keep a page to itself. */
export function guardPage({ sendsTo, pictures }: Guard = {}): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(pictures ? ["img-src 'self'"] : []),
    `form-action 'self'${sendsTo ? ` ${sourceOf(sendsTo)}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** The source expression for an address: its origin, or its scheme when that is not one of the web. */
function sourceOf(address: string): string {
  return /^https?:\/\/[^/?#]+/.exec(address)?.[0] ?? address.slice(0, address.indexOf(':') + 1)
}
