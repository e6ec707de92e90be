/** `kiva shortlist add NAME IDS`: adds ids to a list, which it creates if needed. */
import { addIds, entriesOf } from '../../cli/shortlists/shortlist-text.ts'
import { shortlistFile, shortlistName } from '../../cli/shortlists/shortlists.ts'
import type { ActionValues } from '../../commands/action.ts'
import type { shortlistAdd as declared } from '../../commands/actions/shortlist.ts'
import type { Context } from '../../context.ts'
import { counted, withThousands } from '../../thousands.ts'
import { givenIds } from './given-ids.ts'

/** Prints how many ids are new. Throws `KivaError`. */
export default async function shortlistAdd(
  context: Pick<Context, 'state' | 'stdin' | 'print'>,
  { name: given, ids: words, note }: ActionValues<typeof declared>,
): Promise<void> {
  const name = shortlistName(given)
  const ids = await givenIds(words, context)
  const state = await context.state()
  const file = shortlistFile(name)
  let [added, total] = [0, 0]
  await state.update(file, (old = '') => {
    const next = addIds(old, ids, note)
    added = next.added
    total = entriesOf(next.text).length
    return next.text
  })
  const present = ids.length - added
  await context.print(
    { name, added, present, ids: total, path: state.pathOf(file) },
    [
      `Added ${counted(added, 'ids')} to ${name}`,
      present > 0 ? ` (${withThousands(present)} already there)` : '',
      `. @${name} now stands for ${counted(total, 'ids')}.`,
    ].join(''),
  )
}
