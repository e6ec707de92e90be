/** Pasted ids and addresses as command lines. */
import { relations } from '../../api/relations.ts'

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
