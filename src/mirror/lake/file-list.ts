/**
 * `files.json` of a table: the files of its version, for engines that read Parquet without the log. It is replaced after the
 * commit, so it may be one version behind, never half of one.
 */
import { at } from '../../api/records/field-values.ts'
import { parseJson } from '../../api/wire/json.ts'
import type { Files } from '../../core/files.ts'
import { isList, type Json } from '../../core/json.ts'
import { iso } from '../../core/time.ts'

interface FileList {
  readonly version: number
  /** Below the folder of the table. */
  readonly files: readonly string[]
  /** Files of earlier lists, and when a list first left them out, in milliseconds since the epoch. */
  readonly replaced: ReadonlyMap<string, number>
}

export const listName = 'files.json'

/** Reads a list. Of a text that kiva did not write, nothing is known. */
export function parseList(text: string | undefined): Omit<FileList, 'version'> {
  let found: Json
  try {
    found = parseJson(text ?? '')
  } catch {
    return { files: [], replaced: new Map() }
  }
  const itemsAt = (path: string): readonly Json[] => {
    const items = at(found, path)
    return isList(items) ? items : []
  }
  return {
    files: itemsAt('files').map(String),
    replaced: new Map(
      itemsAt('replaced').map((item) => [String(at(item, 'path')), Date.parse(String(at(item, 'at')))]),
    ),
  }
}

/**
 * Replaces the list of a table, unless it is the same. Returns the files of earlier lists that readers of such a list may
 * still open: those that were left out less than `keep` milliseconds ago.
 */
export async function publishList(
  files: Files,
  folder: string,
  { version, files: paths }: Pick<FileList, 'version' | 'files'>,
  { now, keep }: { readonly now: number; readonly keep: number },
): Promise<readonly string[]> {
  const path = `${folder}/${listName}`
  const text = await files.read(path)
  const before = parseList(text)
  const current = new Set(paths)
  const left = [...new Map([...before.files.map((file) => [file, now] as const), ...before.replaced])].filter(
    ([file, time]) => !current.has(file) && time > now - keep,
  )
  const replaced = left.map(([file, time]) => ({ path: file, at: iso(time) }))
  const list = `${JSON.stringify({ version, files: paths, replaced })}\n`
  if (list !== text) await files.rewrite(path, Buffer.from(list))
  return left.map(([file]) => file)
}
