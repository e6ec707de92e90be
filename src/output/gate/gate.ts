/** THE output gate: every byte for stdout and stderr passes here, made safe by where it goes. */
import type { Destination, Out, Sink } from '../../ports/streams.ts'
import { linkSequences } from './links.ts'
import { ownColors, pictureRows } from './roles.ts'
import { plain, replacement, unsafeForMachines, unsafeForPeople } from './unsafe.ts'

export interface GateOptions {
  /** Whether our own colors may pass; else they are dropped. */
  readonly color: boolean
  /** The website whose pages our own links may lead to (https); without it there are none. */
  readonly links?: string | undefined
  /** Lets the service's own bytes through to a terminal as they are (`--force`). */
  readonly force?: boolean
  /** The pictures that may be shown here, and no others. */
  readonly pictures?: Pictures | undefined
  /** Called once, when a character that XML 1.0 cannot hold was replaced, before it is written. */
  readonly onLoss?: () => void
}

/** Pictures by the names of their rows, made by us alone: text can name one, and say nothing of what it is. */
interface Pictures {
  /** What shows a row, once; nothing where there is none of that name. */
  take(name: string): string | undefined
}

/**
 * Puts the gate in front of a sink. People get text, our own colors, the rows of pictures, and nothing else that a
 * terminal would obey. JSON and XML get the same characters escaped, which changes no value (but see `onLoss`); JSON may
 * have our colors between. `wire` is bytes as the service sent them, except on a terminal, where they are read as UTF-8,
 * cleaned, and end with a newline; each write is a whole document. `exact` is left as it is too, except on a terminal,
 * where it is text for people.
 */
export function openGate(sink: Sink, options: GateOptions): Out {
  const { color, force = false, links, pictures } = options
  const own = links === undefined ? colors : keeping(`${linkSequences(links)}|${ownColors}`)
  const prepare: Record<Destination, (text: string) => string> = {
    people: (text) => cleanForPeople(text, color, own, pictures),
    json: color ? escapePainted : escapeJson,
    xml: xmlEscaper(options.onLoss),
    exact: (text) => cleanForPeople(text, false),
    wire: (text) => cleanForPeople(text, false).replace(/[^\n]$/, '$&\n'),
    status: (text) => cleanForPeople(text, false).replaceAll('\n', ' '),
  }
  let passing = ''

  return {
    isTerminal: sink.isTerminal,
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
  }
}

/** Back to the first column, and nothing left in the line: the only sequence that moves, and it is written only here. */
const eraseLine = '\r\x1b[2K'

/** Our own sequences, to be found among others, and what else may stay. */
const keeping = (own: string) => ({
  own: new RegExp(own, 'g'),
  unsafe: unsafeForPeople(`${pictureRows}|${own}|\\r\\n|[\\n\\t]`),
})

const colors = keeping(ownColors)

function cleanForPeople(text: string, color: boolean, { own, unsafe } = colors, pictures?: Pictures): string {
  if (plain.test(color ? text.replace(own, '') : text)) return text
  return text.replace(unsafe(), (_, kept: string | undefined) => {
    if (kept === undefined) return replacement
    if (kept === '\t') return ' '
    if (kept.endsWith('\n')) return '\n'
    if (kept.startsWith('\x1b_')) return pictures?.take(kept.replace(/▀*$/, '')) ?? replacement
    return color || kept.startsWith('\x1b]') ? kept : ''
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

/** In JSON text no other escape character can stand by itself: in a string it is escaped already. */
const escapePainted = (text: string) =>
  text
    .split(ownColour)
    .map((part, at) => (at % 2 === 1 ? part : escapeJson(part)))
    .join('')

const ownColour = new RegExp(`(${ownColors})`)

/** Between the tokens of JSON and XML; JSON.stringify has escaped those inside strings. */
const layout: ReadonlySet<string> = new Set(['\n', '\t'])

const hex = (code: number) => code.toString(16)

/** XML 1.0 §2.2 `Char`, turned round. */
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function xmlEscaper(onLoss: (() => void) | undefined): (text: string) => string {
  let told = false
  return (text) => {
    if (plain.test(text)) return text
    const possible = text.replace(notXml, replacement)
    if (possible !== text && !told) {
      told = true
      onLoss?.()
    }
    return possible.replace(unsafeForMachines(), (match) =>
      layout.has(match) ? match : `&#x${hex(match.codePointAt(0) ?? 0)};`,
    )
  }
}
