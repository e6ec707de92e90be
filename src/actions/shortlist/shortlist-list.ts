/** `kiva shortlist list [NAME]`: lists the shortlists, or the ids of one. */
import { type Entry, entriesOf } from '../../cli/shortlists/shortlist-text.ts'
import {
  readShortlist,
  shortlistFile,
  shortlistName,
  shortlistNames,
} from '../../cli/shortlists/shortlists.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { shortlistList as declared } from '../../commands/actions/shortlist.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../thousands.ts'
import { entryLines } from './entry-lines.ts'

/** Prints one record per list or per id. Throws `KivaError` of kind `usage` if there is no such list. */
export default async function shortlistList(
  context: Pick<Context, 'state' | 'print'>,
  { name }: ActionValues<typeof declared>,
): Promise<void> {
  if (name === undefined) return printLists(context)
  const entries = await readShortlist(await context.state(), shortlistName(name))
  await context.print(
    entries.map((entry: Entry) => ({ ...entry })),
    entries.length > 0 ? entryLines(entries).join('\n') : 'This shortlist is empty.',
  )
}

async function printLists({ state, print }: Pick<Context, 'state' | 'print'>): Promise<void> {
  const folder = await state()
  const names = await shortlistNames(folder)
  const lists = await Promise.all(
    names.map(async (name) => {
      const file = shortlistFile(name)
      return { name, ids: entriesOf((await folder.read(file)) ?? '').length, path: folder.pathOf(file) }
    }),
  )
  const width = Math.max(0, ...names.map(({ length }) => length))
  const lines = lists.map(({ name, ids }) => `${name.padEnd(width)}  ${counted(ids, 'ids')}`)
  await print(
    lists,
    lines.length > 0 ? lines.join('\n') : 'No shortlists. Create one with kiva shortlist add NAME <ids>.',
  )
}
