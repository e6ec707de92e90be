/** Markup of the service (journal entries, descriptions) as text. The one door to htmlparser2. */
import { Parser } from 'htmlparser2'
import { cleanLines } from '../gate/text.ts'

/** Elements whose content is not for reading. */
const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
])

/** Line breaks around an element. Those side by side don't add up: the most count. */
const breaksAround: ReadonlyMap<string, number> = new Map([
  ...['p', 'blockquote', 'ul', 'ol', 'dl', 'table', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (tag) => [tag, 2] as const,
  ),
  ...['div', 'section', 'article', 'tr', 'dt', 'dd', 'hr', 'li'].map((tag) => [tag, 1] as const),
])

/** Whether a text is markup at all: `a < b` is not. */
const markup =
  /<\/?(?:p|br|div|span|a|b|i|u|em|strong|font|ul|ol|li|table|tr|td|h[1-6]|img|blockquote|script|style)(?=[\s>/])/i
const lineBreaking = /<(?:p|br|div|li)(?=[\s>/])/i

/**
 * The text of a piece of HTML: paragraphs, line breaks and lists as lines, links as `label (address)`, entities
 * read, scripts and styles dropped. Text without markup comes back with its own lines. Cleaned: an entity may
 * stand for a control character. Linear in its length, whatever the markup.
 */
export function htmlText(html: string): string {
  if (!markup.test(html)) return cleanLines(html).trim()
  // Where nothing in the markup breaks lines, the lines are the writer's.
  const spaces = lineBreaking.test(html) ? /\s+/g : /[^\S\n]+/g
  const flow = newFlow()
  const links: { readonly href: string; readonly from: number }[] = []
  let silent = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (dropped.has(tag)) silent++
      if (silent > 0) return
      flow.break(breaksAround.get(tag) ?? 0)
      if (tag === 'br') flow.newline()
      if (tag === 'li') flow.add('• ')
      if (tag === 'img' && attributes['alt']) flow.add(`[${attributes['alt']}]`)
      if (tag === 'a') links.push({ href: attributes['href'] ?? '', from: flow.length() })
    },
    ontext(data) {
      if (silent === 0) flow.add(data.replace(spaces, ' '))
    },
    onclosetag(tag) {
      if (dropped.has(tag)) silent = Math.max(0, silent - 1)
      if (silent > 0) return
      const link = tag === 'a' ? links.pop() : undefined
      if (link) flow.add(address(link.href, flow.since(link.from)))
      if (tag === 'td' || tag === 'th') flow.add(' ')
      flow.break(breaksAround.get(tag) ?? 0)
    },
  })
  parser.end(html)
  return cleanLines(flow.since(0)).replaceAll(' \n', '\n').trim()
}

/** Text that is being laid out: spaces at line starts vanish, line breaks wait until something follows. */
function newFlow() {
  const parts: string[] = []
  let waiting = 0
  let atSpace = true
  return {
    break: (lines: number) => {
      waiting = Math.max(waiting, lines)
    },
    newline: () => {
      waiting = Math.min(waiting + 1, 2)
    },
    add: (text: string) => {
      const shown = atSpace || waiting > 0 ? text.replace(/^ /, '') : text
      if (shown === '') return
      if (waiting > 0 && parts.length > 0) parts.push('\n'.repeat(waiting))
      parts.push(shown)
      waiting = 0
      atSpace = /[ \n]$/.test(shown.slice(-1))
    },
    length: () => parts.length,
    since: (from: number) => parts.slice(from).join(''),
  }
}

/** What follows a link's label: its address, unless that is the label. Only addresses that a person could open. */
function address(href: string, label: string): string {
  if (!/^(?:https?:|mailto:)/i.test(href)) return ''
  const bare = (url: string) => url.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '')
  if (label.trim() === '') return href
  return bare(label.trim()) === bare(href) ? '' : ` (${href})`
}
