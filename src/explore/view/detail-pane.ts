/** The record at the cursor: its links, and the drawing of a renderer of the command line. */

import { isObject, type Json } from '../../core/json.ts'
import { cellText } from '../../output/table/column.ts'
import type { Paint } from '../../output/terminal/palette.ts'
import { width } from '../../output/terminal/width.ts'
import { linkRows, type Rect } from '../layout.ts'
import { isTypingFast } from '../next-request.ts'
import { type Current, currentOf, detailDrawing } from '../shown-drawings.ts'
import type { State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { type Link, linksOf } from '../tabs/links.ts'
import { oneLine, sized } from './text.ts'

/** Fields of a record that is not drawn yet. */
const firstFields = 6

interface Drawn {
  readonly lines: readonly string[]
  /** Where the chosen link is. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined
}

export class DetailPane {
  readonly #paint: Paint
  /** The drawing shown last, until a new one of the same record is made. */
  #last: { readonly record: string; readonly lines: readonly string[] } | undefined
  /** Lines of drawings as wide as the pane. */
  #fitted:
    | { readonly from: readonly string[]; readonly columns: number; readonly lines: readonly string[] }
    | undefined
  #links: { readonly record: Json; readonly links: readonly Link[] } | undefined

  constructor(paint: Paint) {
    this.#paint = paint
  }

  /** Returns the lines of the pane, each as wide as the pane. `isExtract`: a few lines below the list. */
  draw(state: State, rect: Rect, isExtract: boolean): Drawn {
    const { tab } = state
    const current = currentOf(tab)
    if (!current || rect.rows < 1) return { lines: [], cursor: undefined }
    const links = this.#linksOf(tab, current)
    const text = this.#sized(this.#textOf(state, current, rect), rect.columns)
    if (isExtract) {
      const filled = text.filter((line) => line.trim() !== '').slice(0, rect.rows - 1)
      const blank = ' '.repeat(rect.columns)
      while (filled.length < rect.rows - 1) filled.push(blank)
      return {
        lines: [...filled, sized(this.#extractLinks(links, rect.columns), rect.columns)],
        cursor: undefined,
      }
    }
    const { lines, row, column } = this.#linkLines(links, tab, rect)
    const top = Math.max(0, Math.min(tab.scroll, text.length - 1))
    const shown = [...lines.map((line) => sized(line, rect.columns)), ...text.slice(top)].slice(0, rect.rows)
    return { lines: shown, cursor: { row, column } }
  }

  #linksOf({ type }: Tab, { record }: Current): readonly Link[] {
    if (this.#links?.record !== record) this.#links = { record, links: linksOf(type.kind, record) }
    return this.#links.links
  }

  #textOf(state: State, current: Current, rect: Rect): readonly string[] {
    const { tab } = state
    const { key = '', kind } = detailDrawing(state, rect) ?? {}
    const record = JSON.stringify([tab.id, kind, current.key])
    // While a key is held, less to draw and to send.
    const lines = isTypingFast(state) ? undefined : state.drawings.get(key)
    if (lines) this.#last = { record, lines }
    if (this.#last?.record !== record) this.#last = undefined
    return this.#last ? this.#last.lines : this.#fields(state, current, rect.columns - 2)
  }

  /** The first columns of the record: something to read at once. */
  #fields({ tab, marketNow }: State, { record }: Current, columns: number): readonly string[] {
    if (!isObject(record)) return []
    const fields = tab.columns
      .map((column): readonly [string, string] => [
        column.header,
        cellText(column.else ?? column, record, marketNow),
      ])
      .filter(([, text]) => text !== '')
      .slice(0, firstFields)
    const label = Math.max(0, ...fields.map(([header]) => header.length))
    return fields.map(
      ([header, text]) =>
        `${this.#paint('label', header.padEnd(label))}  ${oneLine(text, Math.max(1, columns - label - 2))}`,
    )
  }

  #sized(from: readonly string[], columns: number): readonly string[] {
    if (this.#fitted?.from !== from || this.#fitted.columns !== columns)
      this.#fitted = { from, columns, lines: from.map((line) => sized(` ${line}`, columns)) }
    return this.#fitted.lines
  }

  /** `[partner 166]  [lenders 8]`, as many as fit. */
  #extractLinks(links: readonly Link[], columns: number): string {
    let line = ''
    for (const [at, { label }] of links.entries()) {
      const next = `${line}${line === '' ? ' ' : '  '}[${oneLine(label, 30)}]`
      if (width(next) > columns - (at === links.length - 1 ? 0 : 3)) return this.#paint('label', `${line} …`)
      line = next
    }
    return this.#paint('label', line)
  }

  /** The lines with links around the chosen one, and an empty line if there is room. */
  #linkLines(links: readonly Link[], { link, pane }: Tab, rect: Rect) {
    const most = linkRows(rect)
    const lines: { text: string; used: number }[] = []
    let [row, column] = [0, 1]
    for (const [at, { label }] of links.entries()) {
      const words = oneLine(label, Math.max(1, rect.columns - 3))
      const needed = width(words) + 3
      let last = lines.at(-1)
      if (!last || last.used + needed > rect.columns) {
        last = { text: '', used: 0 }
        lines.push(last)
      }
      if (at === link) [row, column] = [lines.length - 1, last.used]
      const isChosen = at === link && pane === 'detail'
      const shown = isChosen ? `> ${words} ` : `  ${words} `
      last.text += isChosen ? this.#paint('selected', shown) : shown
      last.used += needed
    }
    const visible = most > 1 ? most - 1 : most
    const start = Math.max(0, row - visible + 1)
    const texts = lines.slice(start, start + visible).map(({ text }) => text)
    if (texts.length > 0 && most > 1) texts.push('')
    // Without a chosen link the cursor is where the text begins.
    return { lines: texts, row: link === undefined ? texts.length : row - start, column }
  }
}
