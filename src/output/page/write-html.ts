/**
 * Writes pages and lists as HTML files that stand alone: without scripts and requests, readable on phones, in the dark, on
 * paper and in mail clients that drop styles and drawings. The structure says it all; bars and maps repeat numbers.
 */
import type { Made } from '../../core/context.ts'
import { html, htmlLink } from '../gate/html.ts'
import { coasts, north, type Point, south } from '../map/canvas.ts'
import { capitalized, date, dateTime } from '../words/format.ts'
import { renderDocument } from './document.ts'
import { style } from './html-style.ts'
import {
  type BarRow,
  isNumeric,
  type MapPoint,
  type Page,
  type Part,
  type SmallColumn,
  textOf,
  titleOf,
  type Words,
} from './page.ts'

/** Returns a whole document with one page. */
export const htmlDocument = (page: Page, made: (() => Made) | undefined): string =>
  opening(titleOf(page.sections), made) + htmlPage(page) + closing(made)

const photoColumn: SmallColumn = { header: 'PHOTO', align: 'left' }

/**
 * No request leaves the file, whatever stands in it. Mail clients drop the head, and with it the style.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const opening = (title: string, made: (() => Made) | undefined, look = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<main${look}>
${made?.().isMadeUp ? '<p class="made-up"><strong>Made-up data</strong> of the sandbox: no loan and no person here is real.</p>\n' : ''}`

function closing(made: (() => Made) | undefined): string {
  if (!made) return '</main>\n</body>\n</html>\n'
  const { by, at, from } = made()
  const words = `Made on ${dateTime(new Date(at).toISOString())} by <code>${html(by)}</code>`
  return `</main>
<footer>${from && `<p>${html(from)}.</p>`}<p>${words}</p></footer>
</body>
</html>
`
}

/** Returns a page as an article. */
function htmlPage({ sections, foot }: Page): string {
  const parts = sections.map((section, at) => write(section.parts, at === 0 ? 1 : 2)).filter(Boolean)
  const next = foot.map((words) =>
    typeof words === 'string' ? words && `<code>${html(words)}</code>` : inline(words),
  )
  const list = next.filter(Boolean).map((text) => `<li>${text}</li>`)
  return `<article>\n${parts.join('')}${list.length > 0 ? `<ul class="next">${list.join('')}</ul>\n` : ''}</article>\n`
}

const write = (parts: readonly Part[], level: number): string =>
  parts.map((part) => writers[part.kind](part as never, level)).join('')

type Writers = {
  readonly [K in Part['kind']]: (part: Extract<Part, { kind: K }>, level: number) => string
}

/** The level is that of the next heading. */
const writers: Writers = {
  title: ({ name, what, alarm }, level) =>
    heading(level, name || what) +
    (name === '' || what === '' ? '' : `<p class="${alarm ?? 'label'}">${html(what)}</p>\n`),
  flow: ({ parts, separator, tone }) =>
    `<p${tone ? ` class="${tone}"` : ''}>${parts.map(inline).join(separator)}</p>\n`,
  prose: ({ text }) =>
    text
      .split(/\n{2,}/)
      .map((paragraph) => `<p class="prose" dir="auto">${lines(paragraph)}</p>\n`)
      .join(''),
  facts: ({ facts }) =>
    `<dl>\n${facts
      .map(([label, words]) => `<div><dt>${html(label)}</dt><dd>${inline(words)}</dd></div>\n`)
      .join('')}</dl>\n`,
  headed: ({ heading: text, parts }, level) => {
    const under = Math.max(2, level)
    const [first, ...others] = parts
    const captioned = first && captionedBy(text, first)
    const within =
      captioned === undefined
        ? heading(under, text) + write(parts, under + 1)
        : captioned + write(others, under + 1)
    return `<section>\n${within}</section>\n`
  },
  table: (part) => captionedBy('', part) ?? '',
  progress: ({ share, first, second }) =>
    `<p>${share === undefined ? '' : bar(share)}${[...first, ...second].map(inline).join(' · ')}</p>\n`,
  rows: (part) => captionedBy('', part) ?? '',
  entries: ({ entries }, level) =>
    entries
      .map(
        ({ name, words, rows, more }) =>
          `<p><strong>${html(name)}</strong>: ${inline(words)}</p>\n${rows ? write([rows], level) : ''}${more ? `<p class="label">${html(more)}</p>\n` : ''}`,
      )
      .join(''),
  bars: (part) => captionedBy('', part) ?? '',
  photo: ({ address, of }) => `<img class="photo" src="${html(address)}" alt="Photo of ${html(of)}">\n`,
  places: ({ headers: [name, number], points }) =>
    svgMap(points) +
    tableOf(
      [
        { header: name, align: 'left' },
        { header: number, align: 'right' },
      ],
      points.map(({ label, text }) => [label, text]),
      '',
    ),
  groups: ({ groups, headers }) =>
    `<div class="groups">\n${groups
      .map(({ heading: caption, note, rows }) => barTable(headers, rows, caption + note))
      .join('')}</div>\n`,
}

/** Returns a part that is a table, with its caption; `undefined` for any other part. */
function captionedBy(caption: string, part: Part): string | undefined {
  if (part.kind === 'bars') return barTable(part.headers, part.rows, caption)
  if (part.kind === 'table') return tableOf(part.columns, part.rows, caption)
  if (part.kind !== 'rows') return undefined
  const cells = part.rows.map((row) => row.cells)
  const columns = part.columns.map(
    (header, at): SmallColumn => ({ header, align: isNumeric(cells, at) ? 'right' : 'left' }),
  )
  return cells.length === 0 ? '' : tableOf(columns, cells, caption)
}

const tableOf = (
  columns: readonly SmallColumn[],
  rows: readonly (readonly string[])[],
  caption: string,
): string => tableHead(columns, caption) + rows.map((row) => tableRow(row, columns)).join('') + endTable

/** A table scrolls alone where it is wider than the page, also by the keyboard. */
const tableHead = (columns: readonly SmallColumn[], caption: string, tag = 'span') =>
  `<div class="scrolls" role="region" tabindex="0" aria-label="${html(caption || 'Table')}"><table>
${caption === '' ? '' : `<caption><${tag}>${html(caption)}</${tag}></caption>\n`}<thead><tr>${columns
    .map(
      ({ header, align }) => `<th scope="col"${align === 'right' ? ' class="n"' : ''}>${html(header)}</th>`,
    )
    .join('')}</tr></thead>
<tbody>
`

const endTable = '</tbody></table></div>\n'

function tableRow(cells: readonly string[], columns: readonly SmallColumn[], photo?: string): string {
  const image =
    photo === undefined ? '' : `<td>${photo && `<img src="${html(photo)}" alt="" width="48">`}</td>`
  return `<tr>${image}${cells.map((cell, at) => `<td${columns[at]?.align === 'right' ? ' class="n"' : ''}>${cellOf(cell)}</td>`).join('')}</tr>\n`
}

/** A moment is a date for people, and in its attribute as exact as it came. */
const cellOf = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
    ? `<time datetime="${text}">${date(text)}</time>`
    : html(text)

/** A table of numbers whose labels have their bars below them. */
function barTable(headers: readonly string[], rows: readonly BarRow[], caption: string): string {
  const columns = headers.map((header, at): SmallColumn => ({ header, align: at === 0 ? 'left' : 'right' }))
  const body = rows.map(
    ({ label, numbers, share, tone }) =>
      `<tr${tone ? ` class="${tone}"` : ''}><th scope="row">${html(label)}${share === undefined ? '' : bar(share)}</th>${numbers.map((number) => `<td class="n">${html(number)}</td>`).join('')}</tr>\n`,
  )
  return tableHead(columns, caption) + body.join('') + endTable
}

/** The number stands beside it. */
const bar = (share: number) =>
  `<svg class="bar${share < 0 ? ' warning' : ''}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="6"/><rect width="${(100 * Math.min(1, Math.abs(share))).toFixed(1)}" height="6"/></svg>`

/** Half degrees, so that coasts are whole numbers. */
const mapScale = 2

const placed = ([longitude, latitude]: Point) => [mapScale * longitude, -mapScale * latitude] as const

/** Returns a map with a spot for each point, whose area grows with its value. The numbers stand beside it. */
function svgMap(points: readonly MapPoint[]): string {
  const paths = [...coasts()].map((coast) => `M${coast.map((point) => placed(point).join(' ')).join('L')}`)
  const largest = Math.max(...points.map(({ value }) => value), 0)
  const spots = points.map(({ point, value }) => {
    const [x, y] = placed(point)
    const radius = largest > 0 ? Math.max(1.5, 12 * Math.sqrt(Math.max(0, value) / largest)) : 1.5
    return `<circle cx="${x}" cy="${y}" r="${radius.toFixed(1)}"/>`
  })
  const [left, top] = placed([-180, north])
  return `<svg class="map" viewBox="${left} ${top} ${mapScale * 360} ${mapScale * (north - south)}" aria-hidden="true"><path d="${paths.join('')}"/>${spots.join('')}</svg>\n`
}

const heading = (level: number, text: string) => `<h${level} dir="auto">${html(text)}</h${level}>\n`

function inline(words: Words): string {
  if (typeof words === 'string') return lines(words)
  if ('path' in words) return htmlLink(words.site, words.path)
  if ('tone' in words) return `<span class="${words.tone}">${html(words.text)}</span>`
  return bar(words.share) + html(textOf(words))
}

const lines = (text: string) => html(text).replaceAll('\n', '<br>\n')

/** Prints a list as a table, and a record as a page. */
export const renderHtml = renderDocument({
  open: ({ type, made }, page) =>
    page ? opening(titleOf(page.sections), made) : opening(capitalized(type.noun), made, ' class="wide"'),
  close: ({ made }) => closing(made),
  page: htmlPage,
  rule: '<hr>\n',
  head: (columns, { type, photos }) =>
    tableHead(photos ? [photoColumn, ...columns] : columns, capitalized(type.noun), 'h1'),
  none: ({ type }) => `${heading(1, capitalized(type.noun))}<p>None.</p>\n`,
  row: tableRow,
  endTable,
})
