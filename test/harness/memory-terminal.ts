/** A terminal in raw mode, in memory. */
import type { RawTerminal, TerminalEvent } from '../../src/core/streams.ts'

export interface MemoryTerminal extends RawTerminal {
  /** Sends keys, or other bytes of a terminal. */
  type(text: string | Uint8Array): void
  /** Changes the size, and reports it. */
  resize(columns: number, rows: number): void
  /** Ends the input, as when the window is closed. */
  hangUp(): void
  /** All text so far, without the modes of a real terminal. */
  written(): string
  /** How often the program stopped itself. */
  readonly suspensions: number
  readonly hasMouse: boolean
  readonly isClosed: boolean
}

export interface MemoryTerminalOptions {
  readonly columns: number
  readonly rows: number
  /** Leaves `CSI 5 n` unanswered. */
  readonly isMute?: boolean
}

/** The question of a program, and the answer of a terminal without errors (ECMA-48 §8.3.35). */
const question = /\x1b\[5n/g
const answer = '\x1b[0n'

/** Returns a terminal of this size. Events before `listen` are kept for it. */
export function memoryTerminal({ columns, rows, isMute = false }: MemoryTerminalOptions): MemoryTerminal {
  const early: TerminalEvent[] = []
  let size = { columns, rows }
  let listener: ((event: TerminalEvent) => void) | undefined
  let written = ''
  let suspensions = 0
  let hasMouse = true
  let isClosed = false
  const report = (event: TerminalEvent) => {
    if (isClosed) return
    if (listener) listener(event)
    else early.push(event)
  }
  const type: MemoryTerminal['type'] = (text) =>
    report({ kind: 'input', bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text })
  return {
    get columns() {
      return size.columns
    },
    get rows() {
      return size.rows
    },
    get suspensions() {
      return suspensions
    },
    get hasMouse() {
      return hasMouse
    },
    get isClosed() {
      return isClosed
    },
    listen: (next) => {
      listener = next
      for (const event of early.splice(0)) next(event)
    },
    write: async (text) => {
      if (isClosed) return
      written += text
      const asked = isMute ? 0 : (text.match(question)?.length ?? 0)
      // A terminal answers after the write.
      if (asked > 0) queueMicrotask(() => type(answer.repeat(asked)))
    },
    setMouse: (isOn) => {
      hasMouse = isOn
    },
    suspend: () => {
      suspensions += 1
      report({ kind: 'redraw', isTakenAgain: true })
    },
    close: () => {
      isClosed = true
    },
    type,
    resize: (columns, rows) => {
      size = { columns, rows }
      report({ kind: 'redraw' })
    },
    hangUp: () => report({ kind: 'end' }),
    written: () => written,
  }
}
