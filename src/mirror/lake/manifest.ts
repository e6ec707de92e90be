/**
 * `--manifest`: the files of a lake that are new since the last upload, in the order in which they must be copied. Whoever
 * reads the copy while it is made, or after it stopped, finds a whole older version: a commit comes after its files, and
 * `files.json` after them.
 */
import { at } from '../../api/records/field-values.ts'
import { parseJson } from '../../api/wire/json.ts'
import { KivaError } from '../../core/errors.ts'
import type { Files } from '../../core/files.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { iso } from '../../core/time.ts'
import { commitPath, readLog } from './delta-log.ts'
import { tableNames } from './export-lake.ts'
import { listName, parseList } from './file-list.ts'

/** The manifest of the last upload is renamed to this, so that the next one lists what is new since. */
const doneSuffix = '.done'

/** Paths are below the folder of the lake. */
interface Manifest extends JsonObject {
  readonly version: number
  /** When it was written: ISO 8601, in UTC. */
  readonly at: string
  /** The version of the last upload. Null for the first one. */
  readonly since: number | null
  readonly data: readonly string[]
  readonly log: readonly string[]
  readonly lists: readonly string[]
  /** Replaced files, and from when on no reader should need them. Some may be gone. */
  readonly deletable: readonly { readonly path: string; readonly after: string }[]
}

/** Writes the manifest of a lake after an export. Throws `KivaError` of kind `config`. */
export async function writeManifest(
  files: Files,
  path: string,
  { folder, keep, now }: { readonly folder: string; readonly keep: number; readonly now: number },
): Promise<void> {
  const done = await readDone(files, `${path}${doneSuffix}`)
  const data: string[] = []
  const log: string[] = []
  const deletable: { path: string; after: string }[] = []
  let version = 0
  for (const name of tableNames) {
    const place = `${folder}/${name}`
    const table = await readLog(files, place)
    if (!table) continue
    version = table.version
    if (done.version > version) throw notOfLake(`${path}${doneSuffix}`)
    const isNew = (since: number) => since > done.version
    for (const file of table.files)
      if (isNew(table.since.get(file.path) ?? 0)) data.push(`${name}/${file.path}`)
    for (let commit = done.version + 1; commit <= table.version; commit++) log.push(commitPath(name, commit))
    const listed = parseList(await files.read(`${place}/${listName}`)).replaced
    for (const [file, { since, at }] of table.replaced) {
      // Whoever reads a commit between needs its files, as long as they are kept.
      if (isNew(since) && (await files.size(`${place}/${file}`)) !== undefined) data.push(`${name}/${file}`)
      const after = Math.max(at, listed.get(file) ?? 0) + keep
      if (after >= done.at) deletable.push({ path: `${name}/${file}`, after: iso(after) })
    }
  }
  const manifest: Manifest = {
    version,
    at: iso(now),
    since: done.version < 0 ? null : done.version,
    data,
    log,
    lists: tableNames.map((name) => `${name}/${listName}`),
    deletable,
  }
  await files.rewrite(path, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
}

async function readDone(
  files: Files,
  path: string,
): Promise<{ readonly version: number; readonly at: number }> {
  const text = await files.read(path)
  if (text === undefined) return { version: -1, at: 0 }
  let found: Json | undefined
  try {
    found = parseJson(text)
  } catch {
    found = undefined
  }
  const [version, time] = [Number(at(found, 'version')), Date.parse(String(at(found, 'at')))]
  if (Number.isSafeInteger(version) && version >= 0 && !Number.isNaN(time)) return { version, at: time }
  throw notOfLake(path)
}

const notOfLake = (path: string) =>
  new KivaError('config', sentence`${foreign(path)} is not a manifest of this lake`, {
    hint: 'Delete it: the next manifest then lists all files.',
  })
