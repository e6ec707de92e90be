/** Exports rows to a file, in the format of its name. */
import type { Context } from '../../core/context.ts'
import { KivaError } from '../../core/errors.ts'
import { counted } from '../../core/numbers.ts'
import { commandLine } from '../../core/shell-word.ts'
import type { Out } from '../../core/streams.ts'
import { endingsOf, formatNames, formatOf, formatOfFile } from '../../output/formats.ts'
import { openGate } from '../../output/gate/gate.ts'
import type { PerformPorts } from '../requests/readings.ts'
import { problemOf } from '../session/problems.ts'
import type { Effect, ExportResult, State } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'
import { tabOf } from '../tabs/tab-list.ts'
import { findRow, listView, recordsOf } from './printed-rows.ts'

type ExportEffect = Extract<Effect, { readonly kind: 'export' }>

/** The exports of a session, which may be under way when it ends. */
export class Exports {
  readonly #ports: Pick<PerformPorts, 'context' | 'post'>
  readonly #all: Promise<void>[] = []
  /** What the screen has not shown yet. */
  #results: readonly ExportResult[] = []

  constructor(ports: Pick<PerformPorts, 'context' | 'post'>) {
    this.#ports = ports
  }

  /** Writes a file, and posts a note about it. Throws the reason of the signal, and unexpected failures. */
  run(effect: ExportEffect, state: State): Promise<void> {
    const ended = this.#export(effect, state)
    this.#all.push(ended)
    return ended
  }

  async #export(effect: ExportEffect, state: State): Promise<void> {
    const tab = tabOf(state, effect.tab)
    if (!tab) return
    const result = await exportRows(effect, tab, this.#ports.context)
    this.#results = [...this.#results, result]
    this.#ports.post({ kind: 'note', words: result.words })
  }

  /** The screen shows this note. */
  shown(note: string | undefined): void {
    this.#results = this.#results.filter(({ words }) => words !== note)
  }

  /** Waits until all files are complete, and returns what the screen did not show. */
  async end(): Promise<readonly ExportResult[]> {
    await Promise.all(this.#all)
    return this.#results
  }
}

/**
 * Writes the records with these keys to a new file, complete or not at all. Returns what was written, or the expected
 * failure: of kind `usage` or `config`. Throws the reason of the signal.
 */
async function exportRows(
  effect: ExportEffect,
  tab: Tab,
  context: Pick<Context, 'env' | 'files' | 'settings' | 'secrets' | 'now' | 'signal'>,
): Promise<ExportResult> {
  try {
    const hasLoss = await writeRows(effect, tab, context)
    const loss = hasLoss ? ' · Characters that XML 1.0 does not allow were replaced with U+FFFD.' : ''
    return { words: `${counted(effect.keys.length, 'records')} written to ${effect.file}${loss}` }
  } catch (error) {
    const { words, hint } = await problemOf(error, context)
    if (!(error instanceof KivaError)) throw error
    return { words: [`error: ${words}`, hint].filter(Boolean).join(' · '), failure: error }
  }
}

/** Writes a file. Returns whether the format cannot represent some characters, which were replaced. */
async function writeRows(
  { file, keys }: ExportEffect,
  tab: Tab,
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
    const view = listView(tab, false, (words) => commandLine(settings, words))
    const render = await load()
    const found = keys.flatMap((key) => findRow([tab.rows], key) ?? [])
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
