/** Where the session of a lender starts: the page of today. */
import { today } from '../../commands/actions/lending.ts'
import type { Context } from '../../core/context.ts'
import { counted } from '../../core/numbers.ts'
import type { Out } from '../../core/streams.ts'
import { type Entry, flow, headed, type Page, type Part, section, title } from '../../output/page/page.ts'
import { writes } from '../../output/page/write-page.ts'
import type { OverlayOf } from '../state/state.ts'
import { readNames } from './names.ts'
import { pageText } from './page-text.ts'

/** Returns the page until the look is here: what is known without a request. */
export async function startPage(
  lender: string,
  context: Context,
  { columns, color }: Pick<Out, 'columns' | 'color'>,
): Promise<OverlayOf<'page'>> {
  const page = knownPage(lender, await readNames(context))
  const text = await pageText({ pieces: [writes(page)], said: [] }, columns, { color })
  const [at] = text.opens.keys()
  return { ...text, kind: 'page', argv: [today.name], at, scroll: 0, isPending: true }
}

function knownPage(lender: string, { saved, shortlists }: Awaited<ReturnType<typeof readNames>>): Page {
  const commands = [...saved].map(([name, argv]) => ({ name, words: argv.join(' '), opens: [name] }))
  const lists = [...shortlists].map(([name, count]) => ({
    name,
    words: counted(count, 'ids'),
    opens: ['loans', 'show', `@${name}`],
  }))
  return {
    sections: [
      section(title('Today', lender), flow(['Reading the changes …'], ' ', 'label')),
      section(headed('Saved commands', entriesOf(commands))),
      section(headed('Shortlists', entriesOf(lists))),
      section(
        headed(
          'Portfolio',
          entriesOf([{ name: lender, words: 'all loans', opens: ['lenders', 'loans', lender] }]),
        ),
      ),
    ],
    foot: [],
  }
}

const entriesOf = (entries: readonly Entry[]): readonly Part[] =>
  entries.length === 0 ? [] : [{ kind: 'entries', entries }]
