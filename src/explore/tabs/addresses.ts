/** Addresses of the website: of a record, and pasted ones as command lines. */
import type { RecordKind } from '../../api/records/record-types.ts'
import { relations } from '../../api/relations.ts'
import { pageOfRecord } from '../../output/words/related.ts'
import type { Rows } from '../rows/rows.ts'

/** Returns the address of a record's page, if it has one. The sandbox has no website, so `site` is `undefined` there. */
export function addressOf(
  kind: RecordKind | undefined,
  { rows, index }: { readonly rows: Rows; readonly index: number },
  site: string | undefined,
): string | undefined {
  const page = kind === undefined ? '' : pageOfRecord(kind, rows.record(index))
  return site === undefined || page === '' ? undefined : `${site}/${page}`
}

/** Returns the command line that shows what was pasted: ids of loans, or addresses of the website's pages. */
export function argvOfAddress(text: string): readonly string[] | undefined {
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length === 0 || words.length > most) return undefined
  if (words.every((word) => /^\d{1,12}$/.test(word))) return ['loans', 'show', ...words]
  for (const { page, show } of Object.values(relations)) {
    if (!page || show === undefined) continue
    const address = new RegExp(`^https?://[\\w.-]+/${page.folder}/([\\w.~%-]+)(?:[?#]\\S*)?$`)
    const ids = words.map((word) => address.exec(word)?.[1])
    if (ids.every((id) => id !== undefined)) return [...show.split(' '), ...ids]
  }
  return undefined
}

/** At most this many ids are taken. */
const most = 200
