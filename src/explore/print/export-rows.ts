/** Exports rows to a file, in the format of its name. */
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { endingsOf, formatNames, formatOf, formatOfFile } from '../../output/formats.ts'
import { openGate } from '../../output/gate/gate.ts'
import type { Out } from '../../ports/streams.ts'
import { commandLine } from '../../shell-word.ts'
import { counted } from '../../thousands.ts'
import type { Effect } from '../state/effect.ts'
import type { Place } from '../state/place.ts'
import { findRow, listView, recordsOf } from './printed-rows.ts'

type ExportEffect = Extract<Effect, { readonly kind: 'export' }>

/**
 * Writes the records with these keys to a new file, complete or not at all. Returns what was written. Throws `KivaError`
 * of kind `usage` or `config`.
 */
export async function exportRows(
  { file, keys }: ExportEffect,
  place: Place,
  { context }: { readonly context: Pick<Context, 'files' | 'settings'> },
): Promise<string> {
  const format = formatOfFile(file)
  if (format === undefined) {
    const endings = formatNames.flatMap((name) => endingsOf(name).slice(0, 1))
    throw new KivaError('usage', `no format for ${file}`, {
      hint: `Use a name that ends with ${endings.join(', ')}.`,
    })
  }
  const { load, destination, binary } = formatOf(format)
  const files = await context.files()
  const out = await files.create(file, { overwrite: false, until: 'temporary' })
  try {
    const gate = openGate(
      { isTerminal: false, columns: 80, write: (chunk) => out.write(chunk) },
      { color: false },
    )
    const write: Out['write'] = binary ? (chunk) => out.write(chunk) : gate.write
    const view = listView(place, false, (words) => commandLine(context.settings, words))
    const render = await load()
    const found = keys.flatMap((key) => findRow([place.rows], key) ?? [])
    for await (const chunk of render(recordsOf(found), view)) await write(chunk, destination)
    await out.complete()
  } catch (error) {
    await out.discard()
    throw error
  }
  return `${counted(keys.length, 'records')} written to ${file}`
}
