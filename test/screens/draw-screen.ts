/** Draws the cells of a terminal as SVG, which needs only a monospaced font. */
import type { IBufferCell, IBufferLine } from '@xterm/headless'
import { showOn } from '../recorder/screen.ts'

/** The size of a cell, in pixels. */
const [wide, high] = [8.4, 18]
const margin = 16
const ground = '#0d1117'
const ink = '#e6edf3'

/** The first sixteen colors, from the dark mode of the pages that show these pictures. */
const palette =
  '#484f58 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4 #6e7681 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff'.split(
    ' ',
  )

/** Returns the screen of a terminal with this many columns, after a text, as SVG. */
export async function drawScreen(columns: number, text: string, title: string): Promise<string> {
  const { terminal } = await showOn(columns, text)
  const buffer = terminal.buffer.active
  const lines = Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row))
  const last = lines.findLastIndex((line) => line && line.translateToString(true) !== '')
  const drawn = lines.slice(0, last + 1).flatMap((line, row) => (line ? drawLine(line, row, columns) : []))
  const [width, height] = [columns * wide + 2 * margin, (last + 1) * high + 2 * margin]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" role="img">
<title>${asMarkup(title).replaceAll('\u00a0', ' ')}</title>
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${ink}">
${drawn.join('\n')}
</g>
</svg>
`
}

/** Adjacent cells of a line with the same style. */
interface Run {
  readonly column: number
  columns: number
  text: string
  readonly cell: CellStyle
}

interface CellStyle {
  readonly fore: string | undefined
  readonly back: string | undefined
  readonly bold: boolean
  readonly dim: boolean
}

function drawLine(line: IBufferLine, row: number, columns: number): readonly string[] {
  const runs: Run[] = []
  for (let column = 0; column < columns; column++) {
    const cell = line.getCell(column)
    const text = cell?.getChars() || ' '
    if (!cell || cell.getWidth() === 0) continue
    const cellStyle = styleOf(cell)
    const last = runs.at(-1)
    if (last && isAlike(last.cell, cellStyle) && isDrawnTogether(last.text, text)) {
      last.text += text
      last.columns += 1
    } else runs.push({ column, columns: cell.getWidth(), text, cell: cellStyle })
  }
  return runs.flatMap((run) => drawRun(run, row))
}

/** Every font draws ASCII as wide as a cell. Each other character is placed separately. */
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

const isDrawnTogether = (before: string, text: string) =>
  (isAscii(before) && isAscii(text)) || ('█░▒▓'.includes(text) && before.endsWith(text))

function drawRun({ column, columns, text, cell }: Run, row: number): readonly string[] {
  const [x, y] = [margin + column * wide, margin + row * high]
  const back = cell.back ? [box(x, y, columns * wide, high, `fill="${cell.back}"`)] : []
  const fill = [cell.fore && `fill="${cell.fore}"`, cell.dim && 'opacity=".6"'].filter(Boolean).join(' ')
  const block = drawBlock(text, columns, x, y, fill)
  if (block) return [...back, block]
  const letters = text.trimEnd()
  if (letters === '') return back
  const start = letters.length - letters.trimStart().length
  const shown = letters.trimStart()
  const length = isAscii(shown) ? ` textLength="${round(shown.length * wide)}"` : ''
  const bold = cell.bold ? ' font-weight="700"' : ''
  return [
    ...back,
    `<text x="${round(x + start * wide)}" y="${round(y + 13)}"${length}${bold}${fill && ` ${fill}`}>${asMarkup(shown)}</text>`,
  ]
}

/** Pixels above and below each bar. */
const gap = 3

/** Draws block characters as boxes, because letters would leave gaps between them. */
function drawBlock(text: string, columns: number, x: number, y: number, fill: string): string | undefined {
  const paint = fill.includes('fill=') ? fill : `${fill} fill="${ink}"`
  const bar = (width: number, more = '') => box(x, y + gap, width, high - 2 * gap, paint + more)
  const eighths = '▏▎▍▌▋▊▉█'.indexOf(text.charAt(0)) + 1
  if (eighths > 0) return bar((columns * wide * eighths) / 8)
  const quarters = '░▒▓'.indexOf(text.charAt(0)) + 1
  if (quarters > 0) return bar(columns * wide, ` opacity="${quarters / 4}"`)
  if (text === '▀') return box(x, y, wide, high / 2, paint)
  return text === '▄' ? box(x, y + high / 2, wide, high / 2, paint) : undefined
}

/** Boxes overlap by 0.3 pixels, so that the background does not show between them. */
const box = (x: number, y: number, width: number, height: number, paint: string) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width + 0.3)}" height="${round(height + 0.3)}" ${paint.trim()}/>`

function styleOf(cell: IBufferCell): CellStyle {
  const text = colourOf(cell.getFgColor(), cell.isFgRGB(), cell.isFgPalette())
  const paper = colourOf(cell.getBgColor(), cell.isBgRGB(), cell.isBgPalette())
  const [fore, back] = cell.isInverse() ? [paper ?? ground, text ?? ink] : [text, paper]
  return { fore, back, bold: cell.isBold() !== 0, dim: cell.isDim() !== 0 }
}

function colourOf(color: number, isRgb: boolean, isPalette: boolean): string | undefined {
  if (isRgb) return hex(color)
  if (!isPalette) return undefined
  if (color < 16) return palette[color]
  // Six steps of each color, then steps of gray.
  const steps = [0, 95, 135, 175, 215, 255]
  const [red, green, blue] =
    color < 232
      ? [36, 6, 1].map((place) => steps[Math.floor((color - 16) / place) % 6] ?? 0)
      : Array.from({ length: 3 }, () => 8 + (color - 232) * 10)
  return hex(((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0))
}

const hex = (color: number) => `#${color.toString(16).padStart(6, '0')}`

const isAlike = (one: CellStyle, other: CellStyle) =>
  one.fore === other.fore && one.back === other.back && one.bold === other.bold && one.dim === other.dim

const round = (pixels: number) => String(Math.round(pixels * 10) / 10)

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  ' ': '\u00a0',
}
const asMarkup = (text: string) => text.replace(/[<>&" ]/g, (sign) => entities[sign] ?? sign)
