/**
 * Converts HTML from the API (journal entries, descriptions) to text. The only module that imports
 * htmlparser2.
 */
import { type Handler, Parser } from 'htmlparser2'
import { cleanLines } from '../gate/text.ts'

/** Elements whose content is dropped. */
const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'svg',
])

/** Line breaks around an element. Adjacent breaks do not add up: the largest number wins. */
const breaksAround: ReadonlyMap<string, number> = new Map([
  ...['p', 'blockquote', 'ul', 'ol', 'dl', 'table', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (tag) => [tag, 2] as const,
  ),
  ...['div', 'section', 'article', 'tr', 'dt', 'dd', 'hr', 'li'].map((tag) => [tag, 1] as const),
])

/** Matches text that contains markup; `a < b` does not. */
const markup =
  /<\/?(?:p|br|div|span|a|b|i|u|em|strong|font|ul|ol|li|table|tr|td|h[1-6]|img|blockquote|script|style)(?=[\s>/])/i
const lineBreaking = /<(?:p|br|div|li)(?=[\s>/])/i

/**
 * Returns the text of a piece of HTML: paragraphs, line breaks and lists become lines, links become `label
 * (address)`, entities are decoded, scripts and styles are dropped. Text without markup keeps its own lines.
 * The result is sanitized, since an entity may encode a control character. Takes time linear in the length of
 * the input: {@link FlatParser} keeps htmlparser2 from being quadratic in the number of open elements.
 */
export function htmlText(html: string): string {
  if (!markup.test(html)) return cleanLines(html).trim()
  // If the markup has no line breaks, the newlines of the text are the author's own.
  const spaces = lineBreaking.test(html) ? /\s+/g : /[^\S\n]+/g
  const flow = newFlow()
  const links: { readonly href: string; readonly from: number }[] = []
  let silent = 0
  const parser = new FlatParser({
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

/** Elements within this many others count as empty. Real texts have a handful. */
const maxDepth = 100

/** htmlparser2 moves the list of all open elements whenever one opens: this parser keeps that list short. */
class FlatParser extends Parser {
  private depth = 0
  private isTooDeep = false

  constructor(handler: Required<Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>>) {
    super({
      ...handler,
      onopentag: (...opened) => {
        this.depth++
        handler.onopentag(...opened)
      },
      onclosetag: (...closed) => {
        this.depth--
        handler.onclosetag(...closed)
      },
    })
  }

  override onopentagname(start: number, end: number): void {
    this.isTooDeep = this.depth >= maxDepth
    super.onopentagname(start, end)
  }

  override onclosetag(start: number, end: number): void {
    this.isTooDeep = false
    super.onclosetag(start, end)
  }

  protected override isVoidElement(name: string): boolean {
    // A form within a form has no name: the parser skips it.
    return (this.isTooDeep && name !== '') || super.isVoidElement(name)
  }
}

/** Builds text: drops spaces at line starts, and holds back line breaks until more text follows. */
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

/**
 * Returns the address to print after a link's label: '' if the label is the address, or if a person could not
 * open it.
 */
function address(href: string, label: string): string {
  if (!/^(?:https?:|mailto:)/i.test(href)) return ''
  const stripScheme = (url: string) => url.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '')
  if (label.trim() === '') return href
  return stripScheme(label.trim()) === stripScheme(href) ? '' : ` (${href})`
}
