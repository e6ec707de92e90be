/** Whole sessions of `kiva explore` in this process: typed keys in, screens and requests out. */
import addon from '@xterm/addon-unicode11'
import { type IBufferLine, Terminal } from '@xterm/headless'
import type { Fault } from '../../src/commands/actions/sandbox.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { HttpRequest, Send } from '../../src/core/http.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { type MemoryTerminal, memoryTerminal } from '../harness/memory-terminal.ts'
import type { WorldOptions } from '../harness/world.ts'
import { noon, type Ran, run } from '../harness.ts'
import { asRobin } from '../sandbox/open.ts'

export interface SessionOptions extends Omit<WorldOptions, 'now' | 'rawTerminal' | 'terminal'> {
  /** The words after `kiva`. Default: `explore`. */
  readonly argv?: readonly string[]
  readonly columns?: number
  readonly rows?: number
  /** Leaves `CSI 5 n` unanswered. */
  readonly isMute?: boolean
}

export interface Session {
  readonly terminal: MemoryTerminal
  /** The terminal that has displayed what was written so far. */
  readonly display: Terminal
  /** The requests of the session, in the order sent. */
  readonly requests: readonly HttpRequest[]
  /** The most requests that were under way at a time. */
  readonly mostAtOnce: number
  readonly clock: ManualClock
  /** Whether the session has ended. */
  readonly isOver: boolean
  /** Presses keys by name (`enter`, `down`); any other word is typed. Waits until the session is quiet. */
  press(...keys: readonly string[]): Promise<void>
  /** Sends bytes without waiting. */
  send(text: string | Uint8Array): void
  /** Returns how many characters were written before. */
  resize(columns: number, rows: number): Promise<number>
  /** Lets time pass, and waits until the session is quiet. */
  pass(milliseconds: number): Promise<void>
  /** Waits until nothing is under way, and until nothing more happens within half a second of the clock. */
  quiet(): Promise<void>
  /** Returns the lines of the screen, without spaces at their ends. */
  screen(): Promise<readonly string[]>
  /** Returns the lines of the screen with their styles as sequences of kiva's palette. */
  colored(): Promise<readonly string[]>
  /** Waits until the screen contains a text. */
  until(text: string): Promise<void>
  /** Presses `q` if the session is not over. Resolves with what the run printed. */
  end(): Promise<Ran>
}

/** A clock that moves only when a test says so. */
export class ManualClock {
  #now: number
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()

  constructor(start = noon) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  readonly sleep: NonNullable<WorldOptions['world']>['sleep'] & object = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const end = (how: () => void) => () => {
        this.#sleepers.delete(sleeper)
        signal.removeEventListener('abort', onAbort)
        how()
      }
      const onAbort = end(() => reject(signal.reason))
      const sleeper = { at: this.#now + milliseconds, wake: end(resolve) }
      this.#sleepers.add(sleeper)
      signal.addEventListener('abort', onAbort)
    })

  /** When the next sleep ends. */
  get next(): number | undefined {
    return this.#sleepers.size === 0 ? undefined : Math.min(...[...this.#sleepers].map(({ at }) => at))
  }

  moveTo(time: number): void {
    this.#now = Math.max(this.#now, time)
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.#now) sleeper.wake()
  }
}

const bytesOf: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  'shift-tab': '\x1b[Z',
  esc: '\x1b',
  backspace: '\x7f',
  space: ' ',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  'page-up': '\x1b[5~',
  'page-down': '\x1b[6~',
}

/** Returns what a terminal sends for a key, or the text itself. */
export function keyBytes(key: string): string {
  const [, letter] = /^ctrl-(.)$/.exec(key) ?? []
  return letter === undefined ? (bytesOf[key] ?? key) : String.fromCharCode(letter.charCodeAt(0) & 31)
}

/** Returns the bytes of pasted text (bracketed paste). */
export const pasted = (text: string): string => `\x1b[200~${text}\x1b[201~`

/** Returns the bytes of a click at a row and column from 0. */
export const click = (row: number, column: number): string => `\x1b[<0;${column + 1};${row + 1}M`

export interface ServiceOptions {
  readonly faults?: readonly Fault[]
  readonly rateLimit?: boolean
  readonly loans?: number
  readonly clock?: ManualClock
  /** Days to move the marketplace on. */
  readonly day?: number
}

/** Returns the sandbox as a service of the network. Every request with a signature is Robin's. */
export function serviceOf({
  faults = [],
  rateLimit,
  loans = 2000,
  clock,
  day = 0,
}: ServiceOptions = {}): Send {
  const never = new AbortController().signal
  return sendTo(
    createSandbox({
      catalogue,
      loans,
      day,
      faults,
      now: clock ? clock.now : () => noon,
      ...(rateLimit !== undefined && { rateLimit }),
      ...(clock && { sleep: (milliseconds: number) => clock.sleep(milliseconds, never) }),
      authorize: asRobin,
    }).handle,
  )
}

const rgb = (color: number) => [color >> 16, (color >> 8) & 255, color & 255].join(';')

/** Returns a line of a screen with the sequences that show it again. */
function coloredLine(line: IBufferLine | undefined, columns: number): string {
  let [text, before] = ['', '']
  for (let column = 0; column < columns; column++) {
    const cell = line?.getCell(column)
    if (!cell || cell.getWidth() === 0) continue
    const color = cell.getFgColor()
    const styles = [
      ...(cell.isBold() ? [1] : []),
      ...(cell.isDim() ? [2] : []),
      ...(cell.isInverse() ? [7] : []),
      ...(cell.isFgPalette() ? [color < 8 ? 30 + color : 82 + color] : []),
      ...(cell.isFgRGB() ? [`38;2;${rgb(color)}`] : []),
      ...(cell.isBgRGB() ? [`48;2;${rgb(cell.getBgColor())}`] : []),
    ].map((code) => `\x1b[${code}m`)
    // The style of a blank cell cannot be seen, and depends on what was drawn before.
    const isBlank = cell.getChars().trim() === '' && !cell.isInverse()
    const style = isBlank ? (/\[(?:7m|48;)/.test(before) ? '' : before) : styles.join('')
    text += `${style === before ? '' : `\x1b[0m${style}`}${cell.getChars() || ' '}`
    before = style
  }
  const shown = before === '' ? text.trimEnd() : `${text}\x1b[0m`
  return shown.replace(/ *\x1b\[0m *$/, (end) => (end.startsWith('\x1b') ? '\x1b[0m' : end))
}

/** Turns of the event loop without anything new after which the code is waiting. */
const idleTurns = 12
/** The clock goes on by so much at a time, so that rests after a key end. */
const horizon = 500

/** How often to wait for a text, and for how many milliseconds at least. */
const mostRounds = 6000
const restOfRound = 2

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Keys, and what the screen shows once the code behind them is loaded. */
const usual = [
  [['enter'], 'Repays'],
  [['r'], '"id": '],
  [['r', 'left', 'v'], 'SHARE'],
  [['v'], '⣿'],
  [['v', 'f', 'down', 'space'], 'x Agriculture'],
  // A tab is shown before its rows are here.
  [[], ' loaded'],
  [['left', 'x', 'enter'], 'written to'],
  [[':', 'loans newest --foo', 'enter'], 'unknown option'],
  [['esc', '2'], 'newest · '],
] as const

let loading: Promise<void> | undefined

/** Loads what sessions load when it is needed, since a session that loads code looks quiet. */
async function loadAll(): Promise<void> {
  // The keys below do not wait for a busy machine.
  await import('../../src/explore/update/update.ts')
  await import('../../src/explore/view/overlays.ts')
  await import('../../src/explore/requests/seen.ts')
  await import('../../src/explore/session/themes.ts')
  await import('../../src/output/problem.ts')
  await import('../../src/records/hints.ts')
  for (const argv of [['explore'], ['--sandbox', 'explore']]) {
    const session = await start({ argv, send: serviceOf(), columns: 100 }, new ManualClock())
    await session.until(' loaded')
    for (const [keys, text] of argv.length === 1 ? usual : []) {
      await session.press(...keys)
      await session.until(text)
    }
    await session.end()
  }
}

/** Starts a session, and waits until its first screen is complete. */
export async function openSession(options: SessionOptions = {}, clock = new ManualClock()): Promise<Session> {
  loading ??= loadAll()
  await loading
  return start(options, clock)
}

async function start(options: SessionOptions, clock: ManualClock): Promise<Session> {
  const { argv = ['explore'], columns = 80, rows = 24, isMute = false, world, ...rest } = options
  const { send = serviceOf({ clock }), ...others } = rest
  const terminal = memoryTerminal({ columns, rows, isMute })
  const display = new Terminal({ cols: columns, rows, allowProposedApi: true })
  display.loadAddon(new addon.Unicode11Addon())
  display.unicode.activeVersion = '11'
  const show = (text: string) => new Promise<void>((resolve) => display.write(text, resolve))
  // As the terminal in raw mode: another screen, without autowrap.
  await show('\x1b[?1049h\x1b[?7l')
  const requests: HttpRequest[] = []
  let [underWay, mostAtOnce, changes, shown] = [0, 0, 0, 0]
  const counted: Send = async (request, signal) => {
    requests.push(request)
    underWay += 1
    changes += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    try {
      return await send(request, signal)
    } finally {
      underWay -= 1
      changes += 1
    }
  }
  let isOver = false
  const ran = run(argv, {
    ...others,
    send: counted,
    now: clock.now,
    rawTerminal: terminal,
    world: { sleep: clock.sleep, yieldToEvents: turn, ...world },
  }).finally(() => {
    isOver = true
  })
  // A failure is reported by `end`.
  ran.catch(() => {})

  async function settle(): Promise<void> {
    let seen = ''
    for (let idle = 0; idle < idleTurns; ) {
      await turn()
      const now = [changes, terminal.written().length, clock.next, isOver].join()
      const isWaiting = underWay === 0 || clock.next !== undefined
      idle = now === seen && isWaiting ? idle + 1 : 0
      seen = now
    }
  }
  async function quiet(): Promise<void> {
    await settle()
    const until = clock.now() + horizon
    while (!isOver && clock.next !== undefined && clock.next <= until) {
      clock.moveTo(clock.next)
      await settle()
    }
  }
  async function feed(): Promise<void> {
    const text = terminal.written()
    await show(text.slice(shown))
    shown = text.length
  }
  async function screen(): Promise<readonly string[]> {
    await feed()
    const { active } = display.buffer
    return Array.from({ length: display.rows }, (_, row) =>
      (active.getLine(row)?.translateToString() ?? '').trimEnd(),
    )
  }
  async function colored(): Promise<readonly string[]> {
    await feed()
    const { active } = display.buffer
    return Array.from({ length: display.rows }, (_, row) => coloredLine(active.getLine(row), display.cols))
  }
  async function until(text: string): Promise<void> {
    let lines = await screen()
    for (let round = 0; round < mostRounds && !isOver; round++) {
      if (lines.some((line) => line.includes(text))) return
      await quiet()
      await new Promise((resolve) => setTimeout(resolve, restOfRound))
      lines = await screen()
    }
    throw new Error(`The screen never showed "${text}":\n${lines.join('\n')}`)
  }
  while (!isOver && terminal.written() === '') await turn()
  await quiet()
  // The service is loaded at the first request. A slow reply waits for the clock.
  while (!isOver && underWay === 0 && (await screen()).some((line) => line.endsWith('Reading …')))
    await quiet()
  return {
    terminal,
    display,
    requests,
    clock,
    get mostAtOnce() {
      return mostAtOnce
    },
    get isOver() {
      return isOver
    },
    async press(...keys) {
      for (const key of keys) {
        terminal.type(keyBytes(key))
        await quiet()
      }
    },
    send: (text) => terminal.type(text),
    async resize(nextColumns, nextRows) {
      // What was written for the old size is shown at that size.
      while (shown < terminal.written().length) await feed()
      display.resize(nextColumns, nextRows)
      terminal.resize(nextColumns, nextRows)
      const before = shown
      await quiet()
      return before
    },
    async pass(milliseconds) {
      const end = clock.now() + milliseconds
      await quiet()
      while (!isOver && clock.now() < end) {
        clock.moveTo(Math.min(end, clock.next ?? end))
        await settle()
      }
    },
    quiet,
    screen,
    colored,
    until,
    async end() {
      while (!isOver) {
        terminal.type('\x1b')
        await quiet()
        if (!isOver) terminal.type('q')
        await quiet()
      }
      return ran
    },
  }
}
