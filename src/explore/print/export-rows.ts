/** Exports rows to a file, in the format of its name. */
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { endingsOf, formatNames, formatOf, formatOfFile } from '../../output/formats.ts'
import { openGate } from '../../output/gate/gate.ts'
import type { Out } from '../../ports/streams.ts'
import { counted } from '../../text/numbers.ts'
import { commandLine } from '../../text/shell-word.ts'
import { problemOf } from '../session/problems.ts'
import type { Place } from '../state/place.ts'
import type { Effect, ExportResult } from '../state/state.ts'
import { findRow, listView, recordsOf } from './printed-rows.ts'

type ExportEffect = Extract<Effect, { readonly kind: 'export' }>

/**
 * Writes the records with these keys to a new file, complete or not at all. Returns what was written, or the expected
 * failure: of kind `usage` or `config`. Throws the reason of the signal.
 */
export async function exportRows(
  effect: ExportEffect,
  place: Place,
  context: Pick<Context, 'env' | 'files' | 'settings' | 'secrets' | 'now' | 'signal'>,
): Promise<ExportResult> {
  try {
    const hasLoss = await writeRows(effect, place, context)
    const loss = hasLoss ? ' · Characters that XML 1.0 does not allow were replaced with U+FFFD.' : ''
    return { words: `${counted(effect.keys.length, 'records')} written to ${effect.file}${loss}` }
  } catch (error) {
    const { words, hint } = problemOf(error, context)
    if (!(error instanceof KivaError)) throw error
    return { words: [`error: ${words}`, hint].filter(Boolean).join(' · '), failure: error }
  }
}

/** Writes a file. Returns whether the format cannot represent some characters, which were replaced. */
async function writeRows(
  { file, keys }: ExportEffect,
  place: Place,
  { env, files: openFiles, settings, signal }: Pick<Context, 'env' | 'files' | 'settings' | 'signal'>,
): Promise<boolean> {
  const format = formatOfFile(file)
  if (format === undefined) {
    const endings = formatNames.flatMap((name) => endingsOf(name).slice(0, 1))
    throw new KivaError('usage', `no format for ${file}`, {
      hint: `Use a name that ends with ${endings.join(', ')}.`,
    })
  }
  const { load, destination, binary } = formatOf(format)
  const files = await openFiles()
  // A shell would have replaced ~.
  const path = file.replace(/^~(?=\/)/, env['HOME'] || '~')
  const options = { overwrite: false, until: 'temporary', hintIfExists: 'Use another name.' } as const
  const out = await files.create(path, options)
  try {
    let hasLoss = false
    const sink = { isTerminal: false, columns: 80, write: (chunk: string | Uint8Array) => out.write(chunk) }
    const onLoss = () => {
      hasLoss = true
    }
    const gate = openGate(sink, { color: false, onLoss })
    const write: Out['write'] = binary ? (chunk) => out.write(chunk) : gate.write
    const view = listView(place, false, (words) => commandLine(settings, words))
    const render = await load()
    const found = keys.flatMap((key) => findRow([place.rows], key) ?? [])
    for await (const chunk of render(recordsOf(found), view)) {
      signal.throwIfAborted()
      await write(chunk, destination)
    }
    await out.complete()
    return hasLoss
  } catch (error) {
    await out.discard()
    throw error
  }
}
