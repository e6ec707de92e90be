/** Prints records that the tool makes itself, such as settings. Only actions do. */
import { unknownType } from '../../api/records/record-types.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { Context } from '../../context.ts'
import { toAsync } from '../../lazy.ts'
import { formats } from '../../output/formats.ts'
import { isList, type Json, type JsonObject } from '../../ports/json.ts'
import { commandLine } from '../../text/shell-word.ts'
import { terminalView } from './terminal-view.ts'

/** Prints as described in {@link Context.print}. */
export async function printToolRecords(
  [records, words, columns]: Parameters<Context['print']>,
  context: Pick<Context, 'env' | 'stdout'> & { readonly settings: RunSettings },
): Promise<void> {
  const { settings, stdout } = context
  const { load, destination } = formats[settings.output]
  const style = terminalView(context)
  if (words !== undefined && destination === 'people') {
    const text = typeof words === 'string' ? words : words(style)
    return stdout.write(`${text}\n`, destination)
  }
  const render = await load()
  const view = {
    type: unknownType,
    single: isSingle(records),
    detail: true,
    fields: columns?.map((name) => [name]),
    ...style,
    now: undefined,
    kiva: (command: string) => commandLine(settings, command),
  }
  const source = isStream(records) ? records : toAsync(isSingle(records) ? [records] : records)
  for await (const text of render(source, view)) await stdout.write(text, destination)
}

/** Whether this is one record rather than several. */
const isSingle = (records: Parameters<Context['print']>[0]): records is JsonObject =>
  !isStream(records) && !isList(records as Json)

const isStream = (records: Parameters<Context['print']>[0]): records is AsyncIterable<JsonObject> =>
  Symbol.asyncIterator in records
