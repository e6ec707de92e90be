/** A chart or a map as a document. */
import type { View } from '../view.ts'
import { capitalized } from '../words/format.ts'
import { flow, type Part, section, title } from './page.ts'
import { writes } from './write-page.ts'

/** Yields a page with what was drawn, and the notes on it. */
export async function* drawDocument(
  {
    heading,
    part,
    notes,
  }: { readonly heading: string; readonly part: Part; readonly notes: readonly string[] },
  view: View,
): AsyncGenerator<string> {
  const sections = [
    section(title(capitalized(heading), '')),
    section([part]),
    section(notes.flatMap((note) => flow([note]))),
  ]
  yield `${await writes({ sections, foot: [] })(view)}\n`
}
