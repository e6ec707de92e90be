/** Prints records that the tool makes itself, such as settings, and rows of SQL. Only actions do. */
import { unknownType } from '../../api/records/record-types.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'
import type { Context, Made, PrintColumns, Rows } from '../../core/context.ts'
import type { TypedColumn } from '../../core/database.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import { isList, type Json, type JsonObject } from '../../core/json.ts'
import { toAsync } from '../../core/lazy.ts'
import { counted } from '../../core/numbers.ts'
import { commandLine } from '../../core/shell-word.ts'
import { formatOf, formats } from '../../output/formats.ts'
import type { View } from '../../output/view.ts'
import { asPartial } from './delivery.ts'
import { terminalView } from './view.ts'

interface PrintContext extends Pick<Context, 'env' | 'stdout' | 'say' | 'secrets'> {
  readonly made: () => Made
  readonly settings: RunSettings
}

/**
 * Prints as described in {@link Context.print}, and returns the number of records. A failure after the first of them is
 * of kind `partial`, unless what was written is not kept.
 */
export async function printToolRecords(
  [records, words, columns]: Parameters<Context['print']>,
  context: PrintContext,
  isKept = true,
): Promise<number> {
  const { settings, stdout } = context
  const { destination, document } = formatOf(settings.output)
  if (words !== undefined && (destination === 'people' || document)) {
    const style = { ...terminalView(context), document }
    const text = typeof words === 'string' ? !document && words : await words(style)
    if (typeof text === 'string') {
      await stdout.write(`${text}\n`, destination)
      return 1
    }
  }
  const single = isSingle(records)
  const source = isStream(records) ? records : toAsync(single ? [records] : records)
  return write(source, { single, detail: true, ...columnsOf(columns) }, context, isKept)
}

/**
 * Prints as described in {@link Context.printRows}, and returns the number of rows. Says which columns a table left out, and
 * which have another name where names must be distinct. A failure is as in {@link printToolRecords}.
 */
export async function printToolRows(
  { columns, rows, measured }: Rows,
  context: PrintContext,
  isKept = true,
): Promise<number> {
  const { output } = context.settings
  const { cells, isTable } = formatOf(output)
  const names = columns.map(({ name }) => name)
  const own = cells || isTable ? names : distinct(names)
  const typed = columns.map(({ type }, at) => ({ name: own[at] ?? '', type }))
  let [omitted, withoutId] = [0, 0]
  const onOmitted = () => {
    omitted += 1
  }
  const onWithoutId = () => {
    withoutId += 1
  }
  const view = {
    ...columnsOf(typed),
    names: own,
    measured,
    single: false,
    detail: false,
    onOmitted,
    onWithoutId,
  }
  const count = await write(rows, view, context, isKept)
  if (withoutId > 0) await context.say(`Left out ${counted(withoutId, 'rows')} without an id.`)
  const renamed = own.filter((name, at) => name !== names[at])
  if (renamed.length > 0)
    await context.say(
      sentence`Columns with the name of another are printed as ${foreign(renamed.join(', '))}.`.mask(
        context.secrets.quote,
      ),
    )
  if (omitted > 0)
    await context.say(
      `${counted(count, 'rows')} · ${counted(names.length, 'columns')}, ${names.length - omitted} shown: --wide, -o csv or fewer names`,
    )
  return count
}

async function write(
  records: AsyncIterable<Json>,
  view: Pick<View, 'type' | 'single' | 'detail'> & Partial<View>,
  context: PrintContext,
  isKept: boolean,
): Promise<number> {
  const { settings, stdout } = context
  const { load, destination } = formats[settings.output]
  const render = await load()
  let taken = 0
  let written = 0
  const source = async function* () {
    for await (const record of records) {
      taken += 1
      yield record
    }
  }
  const kiva = (command: string) => commandLine(settings, command)
  try {
    for await (const text of render(source(), { ...terminalView(context), now: undefined, kiva, ...view })) {
      await stdout.write(text, destination)
      written = taken
    }
  } catch (problem) {
    throw isKept && written > 0 ? asPartial(problem, written) : problem
  }
  return taken
}

/** Returns the parts of a view that know the columns, and their types if there are any. */
function columnsOf(columns: PrintColumns | undefined): Pick<View, 'type' | 'fields'> {
  if (!columns) return { type: unknownType }
  const isTyped = (column: string | TypedColumn) => typeof column !== 'string'
  const typed = columns.filter(isTyped)
  const fields = Object.fromEntries(typed.map(({ name, type }) => [name, { type, brief: '' }]))
  return {
    type: typed.length > 0 ? { ...unknownType, fields } : unknownType,
    fields: columns.map((column) => [isTyped(column) ? column.name : column]),
  }
}

/** Makes the names of columns distinct: `id`, `id_2`. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let count = 2; taken.has(own) || (own !== name && names.includes(own)); count++)
      own = `${name}_${count}`
    taken.add(own)
    return own
  })
}

/** Whether this is one record rather than several. */
const isSingle = (records: Parameters<Context['print']>[0]): records is JsonObject =>
  !isStream(records) && !isList(records as Json)

const isStream = (records: Parameters<Context['print']>[0]): records is AsyncIterable<JsonObject> =>
  Symbol.asyncIterator in records
