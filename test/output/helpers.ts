/** Real renderers and the real gate in front of a sink that remembers. */
import { typeOf } from '../../src/api/endpoint.ts'
import type { RecordName } from '../../src/api/records/record-types.ts'
import { formatNames, formatOf, formats, type OutputFormat } from '../../src/output/formats.ts'
import { type GateOptions, openGate } from '../../src/output/gate/gate.ts'
import type { View } from '../../src/output/view.ts'
import type { Json } from '../../src/ports/json.ts'
import type { Out, Sink } from '../../src/ports/streams.ts'
import { offencesIn } from '../recorder/judge.ts'
import { now } from './samples.ts'

/** Those that give text; what gives bytes goes to files only. */
export const textFormats = formatNames.filter((name) => !formatOf(name).binary)

/** Those of them that tell of each record; a drawing of all records tells of none. */
export const recordFormats = textFormats.filter((name) => !formatOf(name).needsAll)

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

/** A sink that keeps what reached it, as text. */
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

/** What a terminal gets when the records are printed in a format. */
export async function printed(format: OutputFormat, records: Iterable<Json>, view: View): Promise<string> {
  const { out, written } = gated({ color: view.color })
  const { load, destination } = formats[format]
  const render = await load()
  for await (const chunk of render(each(records), view)) await out.write(chunk, destination)
  return written()
}

/** What a terminal must never get; our colors, and new lines, are none of it. */
export function unsafeIn(text: string): readonly string[] {
  return offencesIn({ text, stream: 'stdout', occasions: new Set(['color']) })
}
