/** `kiva shortlist remove NAME [IDS]`: removes ids from a list, or the whole list. */
import { type Entry, entriesOf, removeIds } from '../../cli/shortlists/shortlist-text.ts'
import { shortlistFile, shortlistName, unknownShortlist } from '../../cli/shortlists/shortlists.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { shortlistRemove as declared } from '../../commands/actions/shortlist.ts'
import type { Context } from '../../context.ts'
import { summarizeNames } from '../../foreign-text.ts'
import { counted, withThousands } from '../../thousands.ts'
import { entryLines } from './entry-lines.ts'
import { givenIds } from './given-ids.ts'

interface Removal {
  readonly removed: readonly Entry[]
  readonly missing: readonly string[]
}

/** Prints the removed ids with their notes. Throws `KivaError` of kind `usage` if there is no such list. */
export default async function shortlistRemove(
  context: Pick<Context, 'state' | 'stdin' | 'print'>,
  { name: given, ids: words }: ActionValues<typeof declared>,
): Promise<void> {
  const name = shortlistName(given)
  const state = await context.state()
  const file = shortlistFile(name)
  if ((await state.read(file)) === undefined) throw await unknownShortlist(state, name)
  const ids = words && (await givenIds(words, context))
  let removal: Removal = { removed: [], missing: [] }
  await state.update(file, (old = '') => {
    const { text, ...rest } = ids
      ? removeIds(old, ids)
      : { text: undefined, removed: entriesOf(old), missing: [] }
    removal = rest
    return text
  })
  const { removed, missing } = removal
  await context.print(
    {
      name,
      deleted: ids === undefined,
      removed: removed.map((entry) => ({ ...entry })),
      missing,
      path: state.pathOf(file),
    },
    ids ? removedWords(name, removal) : deletedWords(name, removed),
  )
}

const removedWords = (name: string, { removed, missing }: Removal) =>
  [
    `Removed ${counted(removed.length, 'ids')} from ${name}`,
    removed.length > 0 ? `: ${summarizeNames(removed.map(({ id }) => id))}` : '',
    missing.length > 0 ? `. Not in it: ${summarizeNames(missing)}` : '',
    '.',
  ].join('')

/** Number of entries of a deleted list that people see. */
const maxShown = 20

function deletedWords(name: string, removed: readonly Entry[]): string {
  const lines = entryLines(removed.slice(0, maxShown)).map((line) => `  ${line}`)
  const more = removed.length - lines.length
  return [
    `Deleted ${name} with ${counted(removed.length, 'ids')}${removed.length > 0 ? ':' : '.'}`,
    ...lines,
    ...(more > 0 ? [`  and ${withThousands(more)} more`] : []),
  ].join('\n')
}
