/** The page of a shortlist: its loans with their status and their notes. */
import type { Catalogue } from '../api/endpoint.ts'
import { at } from '../api/records/field-values.ts'
import type { Entry } from '../cli/shortlists.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { sentence } from '../core/foreign-text.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import { counted } from '../core/numbers.ts'
import { commandLine } from '../core/shell-word.ts'
import { marketTime } from '../core/time.ts'
import { isFundraising } from '../domain/loan-status.ts'
import { clean } from '../output/gate/text.ts'
import { type BriefRow, dotted, type Page, section, title } from '../output/page/page.ts'
import { leftInWords } from '../output/words/format.ts'
import { line } from '../output/words/line.ts'
import { statusAndShortfall } from '../output/words/loan-words.ts'
import { readPorts } from '../records/open.ts'
import { firstIdOf } from '../records/record-ids.ts'
import { isLoanId, loansById } from './loans-by-id.ts'

/**
 * Reads the loans of a shortlist, 50 in a request, and returns their page. Returns `undefined`, and says why, if they cannot
 * be read: ids and notes are known without them.
 */
export async function shortlistPage(
  name: string,
  entries: readonly Entry[],
  context: Context,
  catalogue: Catalogue,
): Promise<Page | undefined> {
  const ids = entries.map(({ id }) => id).filter(isLoanId)
  const loans = new Map<string, JsonObject>()
  try {
    const ports = readPorts({ ...context, catalogue }, context.signal)
    for await (const loan of loansById(ids, ports)) loans.set(firstIdOf(loan, ['id']) ?? '', loan)
  } catch (error) {
    if (!(error instanceof KivaError) || error.kind === 'interrupted') throw error
    await context.say(sentence`Only ids and notes: ${error.sentence}.`.mask(context.secrets.quote))
    return undefined
  }
  const now = marketTime(context)
  const rows = entries.map((entry) => rowOf(entry, loans.get(entry.id), now))
  return {
    sections: [
      section(title(name, counted(entries.length, 'ids'))),
      section([{ kind: 'rows', columns: ['ID', 'NAME', 'STATUS AND NOTE'], rows }]),
    ],
    foot: [commandLine(context.settings, `loans show @${name}`)],
  }
}

function rowOf({ id, note }: Entry, loan: JsonObject | undefined, now: number): BriefRow {
  const notes = clean(note)
  if (!isObject(loan)) return { cells: [id, '', dotted(isLoanId(id) ? 'not found' : 'not a loan', notes)] }
  const ends = isFundraising(loan) ? clean(leftInWords(at(loan, 'planned_expiration_date'), now)) : ''
  return {
    cells: [id, clean(line(at(loan, 'name'))), dotted(clean(statusAndShortfall(loan)), ends, notes)],
    opens: ['loans', 'show', id],
  }
}
