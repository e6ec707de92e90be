/** The streams of a run in memory. */

import type { World } from '../../src/context.ts'
import { ReaderGone } from '../../src/errors.ts'
import type { Sink } from '../../src/ports/streams.ts'

/** A sink that keeps what it is given. */
export interface TextSink extends Sink {
  text(): string
}

/** A terminal of so many columns, or none; its reader may leave after so many characters. */
export function textSink(columns?: number, leavesAfter = Number.POSITIVE_INFINITY): TextSink {
  let text = ''
  return {
    isTerminal: columns !== undefined,
    columns: columns ?? 80,
    get isGone() {
      return text.length > leavesAfter
    },
    async write(chunk) {
      text += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
      if (text.length > leavesAfter) throw new ReaderGone('the reader has gone')
    },
    text: () => text,
  }
}

/** A sink whose loss nobody is told of when it writes, as the real stderr's: `isGone` alone says it. */
export function deafSink(columns: number | undefined, leavesAfter: number): TextSink {
  const sink = textSink(columns)
  return {
    ...sink,
    get isGone() {
      return sink.text().length > leavesAfter
    },
  }
}

/** A line that is typed; it may depend on what stderr has said so far. */
export type Line = string | ((stderr: string) => string | Promise<string>)

/** What a source reads from, and where it notes the reading. */
interface Script {
  readonly input: string | readonly Line[]
  readonly isTerminal: boolean
  /** What stderr has said so far. */
  said(): string
  /** Whether echo was on, for each line that was read. */
  readonly echoes: boolean[]
}

/** A stdin that reads a text, or the lines of a script. */
export function scriptedSource({ input, isTerminal, said, echoes }: Script): World['stdin'] {
  const lines = typeof input === 'string' ? linesOf(input) : [...input]
  const typed = async (line: Line | undefined) => (typeof line === 'function' ? line(said()) : line)
  return {
    isTerminal,
    readAll: async () =>
      typeof input === 'string' ? input : (await Promise.all(lines.splice(0).map(typed))).join('\n'),
    readLine: async ({ echo = true } = {}) => {
      echoes.push(echo)
      return typed(lines.shift())
    },
  }
}

const linesOf = (text: string): Line[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
