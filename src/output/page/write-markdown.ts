/** Writes pages as Markdown (CommonMark 0.31, with the tables of GFM §4.10): headings, lists and tables. */
import { markdown } from '../gate/markdown.ts'
import { type DocumentFormat, renderDocument } from './document.ts'
import { isNumeric, type Page, type Part, type SmallColumn, textOf, type Words } from './page.ts'

/** Returns the text of a page, which ends with a newline. */
export function writeMarkdown({ sections, foot }: Page): string {
  const blocks = sections.flatMap(({ parts }, at) => blocksOf(parts, at === 0 ? 1 : 2))
  const below = foot.map(inline).filter(Boolean).join(' · ')
  return `${[...blocks, ...(below ? [below] : [])].join('\n\n')}\n`
}

/** Returns a table. Numbers are aligned at the right. */
const markdownTable = (columns: readonly SmallColumn[], rows: readonly (readonly string[])[]): string =>
  markdownHead(columns) + rows.map(markdownRow).join('')

const markdownHead = (columns: readonly SmallColumn[]): string =>
  markdownRow(columns.map(({ header }) => header)) +
  `| ${columns.map(({ align }) => (align === 'right' ? '---:' : '---')).join(' | ')} |\n`

const markdownRow = (cells: readonly string[]): string => `| ${cells.map(markdown).join(' | ')} |\n`

const blocksOf = (parts: readonly Part[], level: number): readonly string[] =>
  parts.flatMap((part) => writers[part.kind](part as never, level))

type Writers = {
  readonly [K in Part['kind']]: (part: Extract<Part, { kind: K }>, level: number) => readonly string[]
}

/** The level is that of the next heading. */
const writers: Writers = {
  title: ({ name, what, alarm }, level) => {
    if (name === '' || what === '') return [heading(level, name || what)]
    return [heading(level, name), alarm ? `**${markdown(what)}**` : markdown(what)]
  },
  flow: ({ parts, separator }) => [parts.map(inline).join(separator)],
  prose: ({ text }) => text.split(/\n{2,}/).map((paragraph) => lines(paragraph)),
  facts: ({ facts }) => [
    facts
      .map(([label, words]) => {
        const text = typeof words === 'string' ? lines(words, '  ') : inline(words)
        return label === '' ? `- ${text}` : `- **${markdown(label)}**: ${text}`
      })
      .join('\n'),
  ],
  headed: ({ heading: text, parts }, level) => [
    heading(Math.max(2, level), text),
    ...blocksOf(parts, Math.max(2, level) + 1),
  ],
  table: ({ columns, rows }) => [markdownTable(columns, rows).trimEnd()],
  progress: ({ first, second }) => [[...first, ...second].map(inline).join(' · ')],
  rows: ({ columns, rows }) =>
    rows.length === 0
      ? []
      : [
          tableOf(
            columns,
            rows.map(({ cells }) => cells),
          ),
        ],
  entries: ({ entries }, level) =>
    entries.flatMap(({ name, words, rows, more }) => [
      `**${markdown(name)}**: ${inline(words)}`,
      ...(rows ? blocksOf([rows], level) : []),
      ...(more ? [markdown(more)] : []),
    ]),
  bars: ({ headers, rows }) => [
    tableOf(
      headers,
      rows.map(({ label, numbers }) => [label, ...numbers]),
    ),
  ],
  // A picture in a text file would be longer than the text.
  photo: () => [],
  places: ({ headers, points }) => [
    tableOf(
      headers,
      points.map(({ label, text }) => [label, text]),
    ),
  ],
  groups: ({ groups, headers }, level) =>
    groups.flatMap(({ heading: text, note, rows }) => [
      heading(Math.max(2, level), text + note),
      tableOf(
        headers,
        rows.map(({ label, numbers }) => [label, ...numbers]),
      ),
    ]),
}

const heading = (level: number, text: string) => `${'#'.repeat(level)} ${markdown(text)}`

/** A table whose columns are numbers where all cells are. */
function tableOf(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = headers.map(
    (header, at): SmallColumn => ({ header, align: isNumeric(rows, at) ? 'right' : 'left' }),
  )
  return markdownTable(columns, rows).trimEnd()
}

const inline = (words: Words): string =>
  typeof words !== 'string' && 'path' in words ? `<${textOf(words)}>` : markdown(textOf(words))

/** Ends each line but the last with a hard break. */
const lines = (text: string, indent = '') =>
  text.split('\n').map(markdown).filter(Boolean).join(`\\\n${indent}`)

const format: DocumentFormat = {
  open: () => '',
  close: () => '',
  page: writeMarkdown,
  rule: '\n---\n\n',
  head: markdownHead,
  row: markdownRow,
  endTable: '',
  none: () => '',
}

/** Prints a list as a table, and a record as a page, for issues and notes. */
export const renderMarkdown = renderDocument(format)
