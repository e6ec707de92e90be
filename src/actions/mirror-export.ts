/** `kiva mirror export`: the mirror as tables that query engines read. */
import { parseDuration } from '../cli/option-values.ts'
import type { ActionValues } from '../commands/action.ts'
import type { mirrorExport as declared } from '../commands/actions/mirror.ts'
import type { PrintColumns } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { counted } from '../core/numbers.ts'
import { type ExportedTable, exportLake, tableNames, uuid } from '../mirror/lake/export-lake.ts'
import { writeManifest } from '../mirror/lake/manifest.ts'
import { openStoreFile } from '../mirror/migrate.ts'
import { readStore, writeStore } from '../mirror/store.ts'
import { UnfitNumbers } from '../mirror/unfit-numbers.ts'
import type { RunAction } from './run-action.ts'
import { waitForRun } from './wait-for-run.ts'

/** Counts can be long: a table shows them with separators. */
const columns: PrintColumns = [
  { name: 'table', type: 'string' },
  { name: 'version', type: 'integer' },
  ...['rows', 'added', 'changed', 'removed', 'files', 'bytes', 'unchanged'].map((name) => ({
    name,
    type: 'number' as const,
  })),
]

/**
 * Exports the mirror to a folder, and prints a record per table. A table is as it was until its new version is whole.
 * Throws `KivaError`.
 */
export const mirrorExport: RunAction<ActionValues<typeof declared>> = async (
  context,
  { out, keep = '1d', wait, manifest },
) => {
  if (!out)
    throw new KivaError('usage', 'missing required option --out', {
      hint: (kiva) => `Name the folder: ${kiva('mirror export --out lake')}.`,
    })
  const options = {
    folder: out.replace(/(?<=.)\/+$/, ''),
    keep: parseDuration('--keep', keep),
  }
  const { emit, nonce, now, say, signal, yieldToEvents } = context
  const file = await waitForRun(context, wait, () => openStoreFile(context))
  const store = readStore(file)
  const tables: ExportedTable[] = []
  try {
    if (store.id() === undefined) {
      const writable = writeStore(file)
      writable.setId(uuid(nonce()))
      writable.close()
    }
    const files = await context.files()
    const hold = (path: string) => waitForRun(context, wait, () => files.hold(path))
    const ports = { files: { ...files, hold }, emit, nonce, now, signal, yieldToEvents }
    const left: string[] = []
    const storeId = store.id() ?? ''
    const unfit = new UnfitNumbers()
    for await (const table of exportLake(ports, store, { ...options, storeId, unfit }, (path) =>
      left.push(path),
    ))
      tables.push(table)
    if (manifest !== undefined)
      await writeManifest(files, manifest, { folder: options.folder, keep: options.keep, now: now() })
    await context.print(
      tableNames.flatMap((name) =>
        tables.filter(({ table }) => table === name).map((table) => ({ ...table })),
      ),
      undefined,
      columns,
    )
    await unfit.tell(say)
    if (left.length > 0)
      await say(`${counted(left.length, 'old files')} cannot be deleted yet. The next export tries again.`)
  } catch (problem) {
    if (signal.aborted)
      await say(
        `Exported ${tables.length} of ${tableNames.length} tables. The others are as before. Run the command again to go on.`,
      )
    throw problem
  } finally {
    store.close()
  }
}
