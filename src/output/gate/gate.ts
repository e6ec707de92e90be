/**
 * The output gate: all output to stdout and stderr passes through it and is sanitized for its destination.
 */

import { relations } from '../../api/relations.ts'
import { encode } from '../../api/wire/request.ts'
import type { Destination, Out, PictureRows, Sink } from '../../core/streams.ts'
import { plain, replacement, unsafeForMachines, unsafeForPeople } from './text.ts'

export interface GateOptions {
  /** Whether kiva's own colors pass. If false they are removed. */
  readonly color: boolean
  /** Origin of the website that links may point to (https). Without it there are no links. */
  readonly links?: string | undefined
  /** Links may also point to that website's authorization page. */
  readonly authorizes?: boolean | undefined
  /** Writes the API's bytes to a terminal unchanged (`--force`). */
  readonly force?: boolean
  /** The pictures that may be shown; all others are replaced. */
  readonly pictures?: PictureRows | undefined
  /** Called once, before writing, when a character that XML 1.0 cannot represent was replaced. */
  readonly onLoss?: () => void
}

/**
 * Wraps a sink in the gate. `people` gets text, kiva's own colors and rows of pictures, and no other terminal
 * sequence. `json` and `xml` get unsafe characters escaped, which changes no value (except see `onLoss`);
 * JSON may contain kiva's colors. `wire` is the API's bytes unchanged, except on a terminal: there each
 * write, a whole document, is decoded as UTF-8, sanitized and ended with a newline. `exact` is unchanged too,
 * except on a terminal, where it is treated as text for people.
 */
export function openGate(sink: Sink, options: GateOptions): Out {
  const { color, force = false, links, authorizes = false, pictures } = options
  const patterns = links === undefined ? colors : keeping(`${linkSequences(links, authorizes)}|${ownColors}`)
  const prepare: Record<Destination, (text: string) => string> = {
    people: (text) => cleanForPeople(text, color, patterns, pictures),
    json: color ? escapePainted : escapeJson,
    xml: xmlEscaper(options.onLoss),
    exact: (text) => cleanForPeople(text, false),
    wire: (text) => cleanForPeople(text, false).replace(/[^\n]$/, '$&\n'),
    status: (text) => cleanForPeople(text, false).replaceAll('\n', ' '),
  }
  let passing = ''

  return {
    isTerminal: sink.isTerminal,
    get isPipe() {
      return sink.isPipe
    },
    get columns() {
      return sink.columns
    },
    get rows() {
      return sink.rows
    },
    color,
    links: links !== undefined,
    get isGone() {
      return sink.isGone
    },
    async write(chunk, destination) {
      if (destination === 'status' && !sink.isTerminal) return
      const passes =
        destination === 'wire' ? force || !sink.isTerminal : destination === 'exact' && !sink.isTerminal
      if (passes) return sink.write(chunk)
      const text = prepare[destination](typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))
      const erase = passing === '' ? '' : eraseLine
      passing = destination === 'status' ? text : ''
      if (erase + text !== '') await sink.write(erase + text)
    },
    abandon: () => sink.abandon?.(),
  }
}

/**
 * Returns to column 1 and erases the line. Apart from pictures, this is the only sequence that moves the
 * cursor, and only the gate writes it.
 */
const eraseLine = '\r\x1b[2K'

interface Style {
  /** chalk's name of the style. */
  readonly style: 'bold' | 'dim' | 'cyan' | 'yellow' | 'redBright' | 'green' | 'magenta' | 'inverse'
  /** The SGR parameters that turn it on and off (ECMA-48 §8.3.117). A test compares them with chalk. */
  readonly begin: number
  readonly end: number
}

export type Role = keyof typeof roles

/** The uses of color. Apart from pictures and links, the gate lets no other sequence reach a terminal. */
export const roles = {
  /** The name of a person or thing: the most prominent text. */
  name: { style: 'bold', begin: 1, end: 22 },
  /** Headers and labels. */
  label: { style: 'dim', begin: 2, end: 22 },
  /** The first accent color: how much of a loan is funded. */
  accent: { style: 'cyan', begin: 36, end: 39 },
  /** The second accent color: a loan that ends soon or has expired. */
  warning: { style: 'yellow', begin: 33, end: 39 },
  /** A loan that is late or lost money. */
  danger: { style: 'redBright', begin: 91, end: 39 },
  /** JSON keys, strings, and all other values. */
  key: { style: 'cyan', begin: 36, end: 39 },
  string: { style: 'green', begin: 32, end: 39 },
  literal: { style: 'magenta', begin: 35, end: 39 },
  /** The selected row of a full-screen list. */
  selected: { style: 'inverse', begin: 7, end: 27 },
} as const satisfies Record<string, Style>

const codes = new Set(Object.values(roles).flatMap(({ begin, end }) => [begin, end]))

/** Pattern source that matches kiva's own colors and no other sequence. */
const ownColors = `\\x1b\\[(?:${[...codes].join('|')})m`

/**
 * Names a row of a picture: the number of the picture, its row, its columns, and its rows if it is only drawn
 * whole, else 0. The gate replaces it, so it never reaches a terminal.
 */
const pictureMark = '\\x1b_\\d{1,9};\\d{1,2};\\d{1,2};\\d{1,2}\\x1b\\\\'

/** Pattern source that matches a whole row of a picture: its name, and one character per column. */
export const pictureRows = `${pictureMark}▀*`

/** Pattern source that matches all of kiva's own zero-width sequences before they reach the gate. */
export const ownSequences = `${ownColors}|${pictureMark}`

/** Patterns for kiva's own sequences, and for unsafe characters apart from those and the others to keep. */
const keeping = (own: string) => ({
  own: new RegExp(own, 'g'),
  unsafe: unsafeForPeople(`${pictureRows}|${own}|\\r\\n|[\\n\\t]`),
})

const colors = keeping(ownColors)

/** Sanitizes text for people. Kiva's own sequences pass: colors if `color`, other sequences if `own` has them. */
export function cleanForPeople(
  text: string,
  color: boolean,
  { own, unsafe } = colors,
  pictures?: PictureRows,
): string {
  if (plain.test(color ? text.replace(own, '') : text)) return text
  return text.replace(unsafe(), (_, allowed: string | undefined) => {
    if (allowed === undefined) return replacement
    if (allowed === '\t') return ' '
    if (allowed.endsWith('\n')) return '\n'
    if (allowed.startsWith('\x1b_')) return pictures?.take(allowed.replace(/▀*$/, '')) ?? replacement
    return color || allowed.startsWith('\x1b]') ? allowed : ''
  })
}

function escapeJson(text: string): string {
  if (plain.test(text)) return text
  return text.replace(unsafeForMachines(), (match) =>
    layout.has(match)
      ? match
      : match.replace(/[\s\S]/g, (unit) => `\\u${hex(unit.charCodeAt(0)).padStart(4, '0')}`),
  )
}

/** Escapes JSON between its colors. Inside strings, escape characters are already escaped. */
const escapePainted = (text: string) =>
  text
    .split(ownColorCode)
    .map((part, at) => (at % 2 === 1 ? part : escapeJson(part)))
    .join('')

const ownColorCode = new RegExp(`(${ownColors})`)

/** Whitespace between the tokens of JSON and XML; JSON.stringify has escaped it inside strings. */
const layout: ReadonlySet<string> = new Set(['\n', '\t'])

const hex = (code: number) => code.toString(16)

/** Characters outside XML 1.0 §2.2 `Char`. */
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function xmlEscaper(onLoss: (() => void) | undefined): (text: string) => string {
  let isReported = false
  return (text) => {
    if (plain.test(text)) return text
    const possible = text.replace(notXml, replacement)
    if (possible !== text && !isReported) {
      isReported = true
      onLoss?.()
    }
    return possible.replace(unsafeForMachines(), (match) =>
      layout.has(match) ? match : `&#x${hex(match.codePointAt(0) ?? 0)};`,
    )
  }
}

/** The website's folders that have one page per id. */
const folders = Object.values(relations).flatMap(({ page }) => page?.folder ?? [])

/** Returns the path of a page; '' for an id that cannot have a page. */
export const pagePath = (folder: string, id: string): string =>
  /^\.*$/.test(id) ? '' : `${folder}/${encode(id)}`

/** Matches, as pattern source, the page paths that the gate accepts. */
const pathSource = `(?:${folders.join('|')})/[\\w.~%-]+`

const path = new RegExp(`^${pathSource}$`)

/** Whether a text is the path of a page that links may point to. */
export const isPagePath = (text: string): boolean => path.test(text)

/**
 * Wraps a sanitized text in a link (OSC 8) to a page of the site; unchanged without a site or a valid page. The gate
 * removes all other links, wherever they come from.
 */
export const linked = (text: string, site: string | undefined, page: string): string =>
  site !== undefined && text !== '' && isPagePath(page)
    ? `\x1b]8;;${site}/${page}\x1b\\${text}\x1b]8;;\x1b\\`
    : text

/** Matches, as pattern source, the path of the authorization page with its parameters. */
export const authorizationSource = 'oauth/authorize\\?[\\w.~%&=-]+'

/**
 * Returns pattern source that matches the start and end of links to pages of this site, and of those to its
 * authorization page if `authorizes` is true.
 */
function linkSequences(site: string, authorizes = false): string {
  const paths = authorizes ? `(?:${pathSource}|${authorizationSource})` : pathSource
  return `\\x1b\\]8;;(?:${site.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/${paths})?\\x1b\\\\`
}

/** Pattern source that matches the start and end of any link, to exclude them from width measurements. */
export const anyLink = '\\x1b\\]8;;[^\\x1b]*\\x1b\\\\'
