/**
 * HTML pages for people. A page loads no scripts or fonts, and its headers tell the browser to block them.
 */
import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { style } from './style.ts'

export interface PageText {
  readonly title: string
  readonly body: Html
  /** Uses the wide layout, for records and forms. */
  readonly wide?: true
}

const styleHash = createHash('sha256').update(style.toString()).digest('base64')

/** Returns the complete page as text. */
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
   * Address outside the sandbox to which the reply to a form may redirect. Browsers apply a page's
   * `form-action` to that redirect too.
   */
  readonly sendsTo?: string | undefined
  /** Allows pictures from the sandbox. */
  readonly pictures?: true
}

/**
 * Returns security headers that isolate a page: only its own styles, forms and pictures, no framing, no
 * referrer.
 */
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

/** Returns the CSP source expression for an address: its origin for http and https, otherwise its scheme. */
function sourceOf(address: string): string {
  return /^https?:\/\/[^/?#]+/.exec(address)?.[0] ?? address.slice(0, address.indexOf(':') + 1)
}
