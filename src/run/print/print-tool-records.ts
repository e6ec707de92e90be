/** Prints records that the tool makes itself, such as settings. Only actions do. */
import { unknownType } from '../../api/records/record-types.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { Context, PrintColumns } from '../../core/context.ts'
import { isList, type Json, type JsonObject } from '../../core/json.ts'
import { toAsync } from '../../core/lazy.ts'
import { commandLine } from '../../core/shell-word.ts'
import { formats } from '../../output/formats.ts'
import type { View } from '../../output/view.ts'
import { asPartial } from './delivery.ts'
import { terminalView } from './view.ts'

/**
 * Prints as described in {@link Context.print}, and returns the number of records. A failure after the first of them is
 * of kind `partial`, unless what was written is not kept.
 */
export async function printToolRecords(
  [records, words, columns]: Parameters<Context['print']>,
  context: Pick<Context, 'env' | 'stdout'> & { readonly settings: RunSettings },
  isKept = true,
): Promise<number> {
  const { settings, stdout } = context
  const { load, destination } = formats[settings.output]
  const style = terminalView(context)
  if (words !== undefined && destination === 'people') {
    const text = typeof words === 'string' ? words : words(style)
    await stdout.write(`${text}\n`, destination)
    return 1
  }
  const render = await load()
  const view = {
    type: { ...unknownType, ...typesIn(columns) },
    single: isSingle(records),
    detail: true,
    fields: columns && [...(hasTypes(columns) ? columns.keys() : columns)].map((name) => [name]),
    ...style,
    now: undefined,
    kiva: (command: string) => commandLine(settings, command),
  }
  let taken = 0
  let written = 0
  const source = async function* () {
    for await (const record of isStream(records)
      ? records
      : toAsync(isSingle(records) ? [records] : records)) {
      taken += 1
      yield record
    }
  }
  try {
    for await (const text of render(source(), view)) {
      await stdout.write(text, destination)
      written = taken
    }
  } catch (problem) {
    throw isKept && written > 0 ? asPartial(problem, written) : problem
  }
  return taken
}

const hasTypes = (columns: PrintColumns) => columns instanceof Map

/** Returns the part of a record type that knows the types of columns. */
function typesIn(columns: PrintColumns | undefined): Pick<View['type'], 'fields'> {
  if (!columns || !hasTypes(columns)) return {}
  return { fields: Object.fromEntries([...columns].map(([name, type]) => [name, { type, brief: '' }])) }
}

/** Whether this is one record rather than several. */
const isSingle = (records: Parameters<Context['print']>[0]): records is JsonObject =>
  !isStream(records) && !isList(records as Json)

const isStream = (records: Parameters<Context['print']>[0]): records is AsyncIterable<JsonObject> =>
  Symbol.asyncIterator in records
