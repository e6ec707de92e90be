/**
 * HTML pages for people. A page loads no scripts or fonts, and its headers tell the browser to block them.
 */
import { createHash } from 'node:crypto'
import { sandboxSite } from '../site.ts'

export interface PageText {
  readonly title: string
  readonly body: Html
  /** Uses the wide layout, for records and forms. */
  readonly wide?: true
}

/** Text that is already HTML. Pages build it with `html`, so all other text on a page is escaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/**
 * The style of all pages: one column, two kinds of button, and colors for light and dark mode. Wide pages are
 * for records and forms. The style is a constant, so it needs no escaping.
 */
const style = new Html(`
:root {
  --ground: #f4f3ee; --paper: #fffefb; --ink: #1d2a24; --quiet: #56645d; --line: #d9dcd3;
  --leaf: #1b6b4a; --leaf-ink: #fff; --tint: #e6f1ea; --alert: #9c2f1c; --alert-tint: #fbeae5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111714; --paper: #19211d; --ink: #e8ede9; --quiet: #a0aea6; --line: #34403a;
    --leaf: #6fcf9f; --leaf-ink: #0c1f16; --tint: #1f3329; --alert: #ffac98; --alert-tint: #3a211b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 0 1rem; display: flex; flex-direction: column; align-items: center;
  background: var(--ground); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif;
}
header, main, footer { width: 100%; max-width: 32rem; }
header {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem;
  padding: 1.5rem .25rem 1rem; color: var(--quiet); font-size: .875rem;
}
header p, footer p { margin: 0; }
.brand { color: var(--leaf); font-size: 1.125rem; letter-spacing: -.01em; }
.brand b { font-weight: 650; }
main {
  padding: clamp(1.25rem, 5vw, 2.25rem); background: var(--paper); border: 1px solid var(--line);
  border-radius: 1rem; overflow-wrap: anywhere;
}
footer { padding: 1rem .25rem 2rem; color: var(--quiet); font-size: .8125rem; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
main > :last-child, section > :last-child { margin-bottom: 0; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.note { padding: .625rem .875rem; border-radius: .5rem; background: var(--tint); }
.alert { padding: .625rem .875rem; border-radius: .5rem; background: var(--alert-tint); color: var(--alert); }
ul.scopes { margin: 0 0 1.5rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
ul.scopes li { padding: .625rem 0; border-bottom: 1px solid var(--line); }
ul.scopes code { display: block; color: var(--quiet); font-size: .8125rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input, select {
  display: block; width: 100%; margin-bottom: 1rem; padding: .625rem .75rem; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--quiet); border-radius: .5rem;
}
button {
  width: 100%; min-height: 3rem; padding: .625rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--leaf); background: none; border: 1px solid currentColor; border-radius: .5rem;
}
button.main { color: var(--leaf-ink); background: var(--leaf); border-color: var(--leaf); }
button.stop { width: auto; min-height: 2.75rem; color: var(--alert); }
button.link {
  display: inline; width: auto; min-height: 1.5rem; padding: 0; border: 0; font-weight: inherit;
  text-decoration: underline; text-underline-offset: .15em;
}
.choice { display: grid; gap: .75rem; margin-bottom: 1.25rem; }
@media (min-width: 30rem) { .choice { grid-template-columns: 1fr 1fr; } }
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
a { color: var(--leaf); }
code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
.code {
  margin: 1.25rem 0; padding: 1.25rem .5rem; text-align: center; background: var(--tint); border-radius: .75rem;
  font-size: clamp(1.75rem, 9vw, 2.75rem); line-height: 1.2; letter-spacing: .04em; user-select: all;
}
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1rem; font-size: .9375rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
section { padding: 1.25rem 0; border-top: 1px solid var(--line); }
section h2 { margin-top: 0; font-size: 1.125rem; }
.cards { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; font-size: .9375rem; }
.cards li { padding: .625rem .875rem; border: 1px solid var(--line); border-radius: .5rem; }
.cards span { display: block; color: var(--quiet); }
form.bar { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; margin-top: 1.25rem; }
form.bar p { margin: 0; }
.wide header, .wide main, .wide footer { max-width: 64rem; }
.wide main { overflow-wrap: break-word; }
.wide main header { padding: 0; max-width: none; justify-content: flex-start; align-items: center; gap: .875rem; color: inherit; }
.brand a { color: inherit; text-decoration: none; }
.address { display: flex; flex-wrap: wrap; gap: .25rem .875rem; align-items: baseline; }
.address code, .fields code, summary code { overflow-wrap: anywhere; }
.pages { display: grid; grid-template-columns: 1fr auto 1fr; gap: .5rem 1rem; align-items: baseline; margin: 1.25rem 0; }
.pages p { margin: 0; text-align: center; }
.pages a { padding: .625rem 0; white-space: nowrap; }
.pages > :last-child { text-align: right; }
article { padding: 1.5rem 0; border-top: 1px solid var(--line); }
article article { padding: .875rem 1rem; border: 1px solid var(--line); border-radius: .75rem; }
article h2 { margin: 0; min-width: 0; font-size: 1.1875rem; line-height: 1.3; letter-spacing: -.01em; overflow-wrap: anywhere; }
article article h2 { font-size: 1rem; }
article img { display: block; width: 3.75rem; height: 3.75rem; flex: none; border-radius: .625rem; background: var(--tint); }
article article img { width: 2.5rem; height: 2.5rem; }
.fields { grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: .75rem 1.25rem; margin: 1rem 0 0; }
.fields > div { min-width: 0; }
.fields > .whole { grid-column: 1 / -1; }
.fields dt { font-size: .8125rem; }
.fields dd { white-space: pre-line; unicode-bidi: isolate; overflow-wrap: break-word; max-width: 68ch; }
.fields .whole > dd { max-width: none; }
.fields dd > * { white-space: normal; }
.fields dd { min-width: 0; }
.fields dd > article { margin-top: .375rem; }
@media (max-width: 34rem) {
  .pages { grid-template-columns: 1fr 1fr; }
  .pages p { grid-row: 2; grid-column: 1 / -1; text-align: left; }
  .fields { gap: .5rem; }
  .fields > .short { display: grid; grid-template-columns: 8.5rem 1fr; gap: .75rem; align-items: baseline; grid-column: 1 / -1; }
}
.nested { display: flex; flex-wrap: wrap; gap: .25rem .875rem; margin: 0; padding: 0; list-style: none; }
.nested li { min-width: 0; max-width: 68ch; overflow-wrap: break-word; }
.nested .nested { padding-left: .625rem; border-left: 2px solid var(--line); }
.related { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: 1rem; }
.related a { padding: .25rem 0; }
.endpoint { border: 1px solid var(--line); border-radius: .625rem; margin-bottom: .5rem; }
.endpoint[open] { background: var(--ground); }
summary { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .75rem .875rem; cursor: pointer; align-items: baseline; }
summary span { color: var(--quiet); font-size: .9375rem; }
.endpoint form { padding: .25rem .875rem .875rem; }
.params { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1rem 1.25rem; margin-bottom: 1rem; }
.params > * { min-width: 0; }
.params input, .params select { margin-bottom: .25rem; background: var(--paper); min-height: 2.75rem; }
.params .quiet { display: block; font-size: .8125rem; line-height: 1.4; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .25rem; font-weight: 600; }
.check { display: flex; gap: .5rem; align-items: center; margin: 0; padding: .25rem 0; font-weight: 400; }
.params .check input { width: auto; min-height: 0; margin: 0; accent-color: var(--leaf); }
@media (min-width: 30rem) { .endpoint button { width: auto; } }
`)

const styleHash = createHash('sha256').update(style.toString()).digest('base64')

/** Returns the complete page as text. */
export function writePage({ title, body, wide }: PageText, { name, about } = sandboxSite): string {
  const brand = html`kiva <b>${name}</b>`
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · kiva ${name}</title>
<style>${style}</style>
</head>
<body${wide && html` class="wide"`}>
<header><p class="brand">${wide ? html`<a href="/">${brand}</a>` : brand}</p><p>${about}</p></header>
<main>
${body}
</main>
<footer><p>This page belongs to a ${name} that runs on this machine. Nothing here reaches the real marketplace.</p></footer>
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

type Part = string | number | Html | undefined | false | readonly Part[]

/**
 * Template tag that escapes its values, both for text and for quoted attributes. Lists are joined;
 * `undefined` and `false` write nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((string, index) => string + (index < parts.length ? write(parts[index]) : '')).join(''),
  )
}

function write(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  return typeof part === 'object' ? part.map(write).join('') : escaped(String(part))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML parsers read a raw carriage return as a line feed.
  '\r': '&#13;',
}

/**
 * Replaces control characters and characters that change the text direction with U+FFFD, then escapes the
 * rest.
 */
function escaped(text: string): string {
  return text
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .toWellFormed()
    .replace(/[&<>"'\r]/g, (sign) => entities[sign] ?? sign)
}

/** Lets the browser break long words, such as addresses, after punctuation instead of between letters. */
export function breakable(text: string): Html {
  if (!/\S{16}/.test(text)) return html`${text}`
  return html`${text.split(/(?<=[/_.,|?&=:;-])(?=\S)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`
}
