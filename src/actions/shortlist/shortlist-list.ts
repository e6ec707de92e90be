/** `kiva shortlist list [NAME]`: lists the shortlists, or the ids of one. */
import { entriesOf } from '../../cli/shortlists/shortlist-text.ts'
import {
  readShortlist,
  shortlistFile,
  shortlistName,
  shortlistNames,
} from '../../cli/shortlists/shortlists.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { shortlistList as declared } from '../../commands/actions/shortlist.ts'
import type { Context } from '../../context.ts'

/** Prints one record per list or per id. Throws `KivaError` of kind `usage` if there is no such list. */
export default async function shortlistList(
  { state, print }: Pick<Context, 'state' | 'print'>,
  { name }: ActionValues<typeof declared>,
): Promise<void> {
  const folder = await state()
  if (name !== undefined) {
    const entries = await readShortlist(folder, shortlistName(name))
    return print(
      entries.map((entry) => ({ ...entry })),
      entries.length === 0 ? 'This shortlist is empty.' : undefined,
    )
  }
  const names = await shortlistNames(folder)
  const records = names.map(async (name) => {
    const file = shortlistFile(name)
    const ids = entriesOf((await folder.read(file)) ?? '').length
    return { name, ids, path: folder.pathOf(file) }
  })
  await print(
    await Promise.all(records),
    names.length === 0 ? 'No shortlists. Create one with kiva shortlist add NAME <ids>.' : undefined,
  )
}
