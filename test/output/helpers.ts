/** Real renderers and the real gate, writing into memory. */
import { typeOf } from '../../src/api/endpoint.ts'
import type { RecordName } from '../../src/api/records/record-types.ts'
import type { Json } from '../../src/core/json.ts'
import type { Out, Sink } from '../../src/core/streams.ts'
import { formatNames, formatOf, formats, type OutputFormat } from '../../src/output/formats.ts'
import { type GateOptions, openGate } from '../../src/output/gate/gate.ts'
import type { View } from '../../src/output/view.ts'
import { offencesIn } from '../recorder/judge.ts'
import { now } from './samples.ts'

/** The formats that are text; binary formats go to files only. */
export const textFormats = formatNames.filter((name) => !formatOf(name).binary)

/** The text formats that print each record; charts and maps print only totals, and ids no other field. */
export const recordFormats = textFormats.filter((name) => !formatOf(name).needsAll && !formatOf(name).idsOnly)

export async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

export const viewOf = (returns: RecordName | undefined, rest: Partial<View> = {}): View => ({
  type: typeOf({ returns }),
  single: false,
  detail: false,
  width: 80,
  color: false,
  now,
  kiva: (words) => `kiva ${words}`,
  ...rest,
})

/** Returns a sink that keeps its output in memory. */
export function memory(
  isTerminal = true,
  columns = 80,
): Sink & { written(): string; raw: (string | Uint8Array)[] } {
  const raw: (string | Uint8Array)[] = []
  return {
    raw,
    isTerminal,
    columns,
    isGone: false,
    async write(chunk) {
      raw.push(chunk)
    },
    written: () =>
      raw.map((chunk) => (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).join(''),
  }
}

export function gated(options: GateOptions, isTerminal = true): { out: Out; written: () => string } {
  const sink = memory(isTerminal)
  return { out: openGate(sink, options), written: sink.written }
}

/** Returns what a terminal gets when the records are printed in a format. */
export async function printed(format: OutputFormat, records: Iterable<Json>, view: View): Promise<string> {
  const { out, written } = gated({ color: view.color })
  const { load, destination } = formats[format]
  const render = await load()
  for await (const chunk of render(each(records), view)) await out.write(chunk, destination)
  return written()
}

/** Returns what a terminal must never get; kiva's own colors and newlines are allowed. */
export function unsafeIn(text: string): readonly string[] {
  return offencesIn({ text, stream: 'stdout', occasions: new Set(['color']) })
}
