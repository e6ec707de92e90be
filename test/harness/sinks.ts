/** The streams of a run in memory. */

import type { World } from '../../src/core/context.ts'
import { ReaderGone } from '../../src/core/errors.ts'
import type { Sink } from '../../src/core/streams.ts'

/** A sink that keeps its text. */
export interface TextSink extends Sink {
  text(): string
}

/** Returns a sink: a terminal if `columns` is given. Its reader closes after `leavesAfter` characters. */
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

/** Returns a sink that, like stderr, does not throw once its reader has closed. `isGone` reports it. */
export function deafSink(columns: number | undefined, leavesAfter: number): TextSink {
  const sink = textSink(columns)
  return {
    ...sink,
    get isGone() {
      return sink.text().length > leavesAfter
    },
  }
}

/** A typed line, which may depend on the stderr so far. */
export type Line = string | ((stderr: string) => string | Promise<string>)

/** The input of a source, and the record of its reads. */
interface Script {
  readonly input: string | readonly Line[]
  readonly isTerminal: boolean
  /** Returns the stderr so far. */
  said(): string
  /** Whether echo was on, for each line that was read. */
  readonly echoes: boolean[]
}

/** Returns a stdin that reads a text, or the lines of a script. */
export function scriptedSource({ input, isTerminal, said, echoes }: Script): World['stdin'] {
  const lines = typeof input === 'string' ? linesOf(input) : [...input]
  const typed = async (line: Line | undefined) => (typeof line === 'function' ? line(said()) : line)
  return {
    isTerminal,
    readAll: async () =>
      typeof input === 'string' ? input : (await Promise.all(lines.splice(0).map(typed))).join('\n'),
    async *chunks() {
      for (const line of typeof input === 'string' ? [input] : lines.splice(0))
        yield (await typed(line)) ?? ''
    },
    readLine: async ({ echo = true } = {}) => {
      echoes.push(echo)
      return typed(lines.shift())
    },
  }
}

const linesOf = (text: string): Line[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
