/** Draws random screens stroke by stroke, and compares the terminal's cells with what the lines say. */
import type { IBufferCell, Terminal } from '@xterm/headless'
import type { Stroke } from '../../../src/core/streams.ts'
import { openGate, type Role, roles } from '../../../src/output/gate/gate.ts'
import { diff } from '../../../src/output/screen/diff.ts'
import { type Screen, screenOf } from '../../../src/output/screen/screen.ts'
import { palette } from '../../../src/output/terminal/palette.ts'
import { width } from '../../../src/output/terminal/width.ts'
import { type Random, seedRandom } from '../../../src/sandbox/marketplace/random.ts'
import { tables, terminalWith } from './tables.ts'

const sure = 'Ana Nicolás Đặng Ελένη Людмила ███▌░░ ⣿⠿⡀ │──┼ $350 78% …—·©'.split(' ')
const wide = '李小龙 日本語 ひらがな カタカナ 한국어 ｗｉｄｅ 𠮷野'.split(' ')
const odd =
  'العربية می\u200cخواهم עִבְרִית นงลักษณ์ น้ำ หมู่ ກ່ຽວ हिन्दी क्षेत्र বাংলা தமிழ் ශ්\u200dරී മലയാളം မြန်မာ ខ្មែរ አማርኛ ქართული e\u0301 n\u0303\u0302 \u1112\u1161\u11ab ﾊﾟｶﾞ ﷽ → ★ ① ☎ ❤\ufe0f 🌱 🍞 👍🏽 👩\u200d🌾 👨\u200d👩\u200d👧\u200d👦 🇰🇪 🇺🇬 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈'.split(
    ' ',
  )

interface Word {
  readonly text: string
  readonly isOdd: boolean
  readonly role: Role | undefined
}

interface Line {
  readonly words: readonly Word[]
  readonly isSelected: boolean
}

const paint = palette(true)
const segmenter = new Intl.Segmenter()
const looks = ['name', 'label', 'accent', 'warning', 'danger', undefined, undefined] as const

function wordOf(random: Random): Word {
  const kind = random.below(8)
  const text =
    kind < 2 ? ' '.repeat(random.between(1, 12)) : random.pick(kind < 5 ? sure : kind < 6 ? wide : odd)
  return { text, isOdd: kind > 5, role: random.pick(looks) }
}

const lineOf = (random: Random, columns: number): Line => ({
  words: Array.from({ length: random.below(3 + columns / 4) }, () => wordOf(random)),
  isSelected: random.chance(0.1),
})

function painted({ words, isSelected }: Line): string {
  const text = words.map(({ text, role }) => (role ? paint(role, text) : text)).join('')
  return isSelected ? paint('selected', text) : text
}

/** Changes some lines as a list does: other words, rows that move, another selected row. */
function changed(lines: readonly Line[], random: Random, columns: number): readonly Line[] {
  const at = random.below(lines.length)
  const next = [...lines]
  const line = next[at] ?? lineOf(random, columns)
  const kind = random.below(8)
  if (kind === 0) next[at] = lineOf(random, columns)
  if (kind === 1) next[at] = { ...line, isSelected: !line.isSelected }
  if (kind === 2) next[at] = { ...line, words: line.words.slice(0, random.below(line.words.length + 1)) }
  if (kind === 3 || kind === 4) {
    const words = [...line.words]
    words.splice(random.below(words.length + 1), random.below(2), wordOf(random))
    next[at] = { ...line, words }
  }
  if (kind === 5) {
    const moved = next.splice(at, random.between(1, 3)).map(() => lineOf(random, columns))
    next.splice(random.below(next.length + 1), 0, ...moved)
  }
  if (kind === 7) {
    const recolor = (word: Word) => (random.chance(0.4) ? { ...word, role: random.pick(looks) } : word)
    next[at] = { ...line, words: line.words.map(recolor) }
  }
  if (kind === 6) {
    const moved = random.between(1, Math.ceil(lines.length / 2))
    const more = Array.from({ length: moved }, () => lineOf(random, columns))
    return random.chance(0.5) ? [...next.slice(moved), ...more] : [...more, ...next.slice(0, -moved)]
  }
  return random.chance(0.4) ? changed(next, random, columns) : next
}

/** Describes a cell as it must look. */
function lookOf(text: string, columns: number, role: Role | undefined, isInverse: boolean): string {
  const begin = role === undefined || text === ' ' ? 0 : roles[role].begin
  const color = begin >= 90 ? begin - 82 : begin >= 30 ? begin - 30 : -1
  return [text, columns, isInverse, begin === 1, begin === 2, color].join('|')
}

function lookOfCell(cell: IBufferCell | undefined): string {
  if (cell === undefined) return 'no cell'
  const text = cell.getChars() || (cell.getWidth() === 0 ? '' : ' ')
  const isBlank = text === ' '
  const color = cell.isFgDefault() || isBlank ? -1 : cell.getFgColor()
  const isBold = !isBlank && cell.isBold() > 0
  const isDim = !isBlank && cell.isDim() > 0
  return [text, cell.getWidth(), cell.isInverse() > 0, isBold, isDim, color].join('|')
}

/** Returns how each column must look; undefined for those of odd glyphs. */
function looksOf({ words, isSelected }: Line, columns: number): readonly (string | undefined)[] {
  const cells: (string | undefined)[] = []
  const clusters = words.flatMap(({ text, isOdd, role }) =>
    [...segmenter.segment(text)].map(({ segment }) => ({ segment, isOdd, role })),
  )
  for (const { segment, isOdd, role } of clusters) {
    const taken = width(segment)
    if (cells.length + taken > columns) break
    if (isOdd) cells.push(...Array<undefined>(taken).fill(undefined))
    else cells.push(lookOf(segment, taken, role, isSelected))
    if (taken === 2 && !isOdd) cells.push(lookOf('', 0, role, isSelected))
  }
  while (cells.length < columns) cells.push(lookOf(' ', 1, undefined, false))
  return cells
}

/** Writes strokes as the terminal's gate does. */
export async function bytesOf(strokes: readonly Stroke[], erasesAll: boolean): Promise<string> {
  let bytes = erasesAll ? '\x1b[2J' : ''
  const write = async (chunk: string | Uint8Array) => {
    bytes += chunk.toString()
  }
  const gate = openGate({ isTerminal: true, columns: 80, rows: 24, isGone: false, write }, { color: true })
  for (const stroke of strokes) {
    if (stroke.kind === 'scroll') {
      const { top, bottom, by } = stroke
      bytes += `\x1b[${top + 1};${bottom + 1}r\x1b[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\x1b[r`
      continue
    }
    bytes += `\x1b[${stroke.row + 1};${stroke.column + 1}H`
    if (stroke.kind === 'erase') bytes += '\x1b[K'
    else await gate.write(stroke.text, 'people')
  }
  return bytes
}

export const write = (terminal: Terminal, text: string) =>
  new Promise<void>((resolve) => terminal.write(text, resolve))

export interface Found {
  readonly diffs: number
  readonly scrolls: number
  readonly oddColumns: number
  /** Columns beside odd glyphs that look wrong, with what is needed to repeat the case. */
  readonly wrong: readonly string[]
}

/** Compares cells that are not of odd glyphs. */
function wrongCells(
  terminal: Terminal,
  looks: readonly (readonly (string | undefined)[])[],
): readonly string[] {
  const cell = terminal.buffer.active.getNullCell()
  return looks.flatMap((row, index) => {
    const drawn = terminal.buffer.active.getLine(index)
    return row.flatMap((look, column) => {
      const is = look === undefined ? look : lookOfCell(drawn?.getCell(column, cell))
      return look === is ? [] : [`${index}:${column} must be ${look} and is ${is}`]
    })
  })
}

/** Draws `steps` frames for one seed on a terminal of each table. */
async function drawRandom(seed: number, steps: number): Promise<Found> {
  const random = seedRandom(seed)('screen', 0)
  const columns = random.chance(0.1) ? 80 : random.between(1, 32)
  const rows = random.chance(0.1) ? 24 : random.between(1, 9)
  const terminals = tables.map((table) => terminalWith(table, columns, rows))
  await Promise.all(terminals.map((terminal) => write(terminal, '\x1b[?7l')))
  let lines: readonly Line[] = Array.from({ length: rows }, () => lineOf(random, columns))
  let before: Screen | undefined
  let scrolls = 0
  let oddColumns = 0
  const wrong: string[] = []
  for (let step = 0; step < steps; step++) {
    const after = screenOf(lines.map(painted), columns, rows, before)
    const top = random.chance(0.5) ? 0 : random.below(rows)
    const bottom = random.chance(0.5) ? rows - 1 : random.between(top, rows - 1)
    const strokes = diff(before, after, { top, bottom })
    if (strokes.some(({ kind }) => kind === 'scroll')) scrolls++
    const bytes = await bytesOf(strokes, before === undefined)
    await Promise.all(terminals.map((terminal) => write(terminal, bytes)))
    const looks = lines.map((line) => looksOf(line, columns))
    oddColumns += looks.flat().filter((look) => look === undefined).length
    for (const terminal of terminals) {
      const place = `seed ${seed} step ${step} widths ${terminal.unicode.activeVersion}`
      wrong.push(...wrongCells(terminal, looks).map((cell) => `${place}: ${cell}`))
    }
    before = after
    lines = changed(lines, random, columns)
  }
  for (const terminal of terminals) terminal.dispose()
  return { diffs: steps, scrolls, oddColumns, wrong }
}

/** Draws at least `count` frames on a terminal of each table, and adds up what was found. */
export async function drawMany(count: number): Promise<Found> {
  let all: Found = { diffs: 0, scrolls: 0, oddColumns: 0, wrong: [] }
  for (let seed = 0; all.diffs < count; seed++) {
    const found = await drawRandom(seed, 25)
    all = {
      diffs: all.diffs + found.diffs,
      scrolls: all.scrolls + found.scrolls,
      oddColumns: all.oddColumns + found.oddColumns,
      wrong: [...all.wrong, ...found.wrong].slice(0, 10),
    }
  }
  return all
}
