/** The guarded file: small structured data with secrets in the config folder, through `conf` with its traps closed. */

import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KivaError } from '../../errors.ts'
import { isObject, type Json } from '../../ports/json.ts'
import type { Store } from '../../ports/store.ts'
import { checkFile, checkFolder, failure, makeFolder } from './file-permissions.ts'
import { loadConf } from './load-conf.ts'
import { underLock } from './lock.ts'

/** Stands as `v` in every file, whatever is written; those who read it may see it. A file made by hand may leave it out. */
const fileVersion = 1

/**
 * Opens `<folder>/<name>.json`. Nothing is made or written before the first `update`. Every way a file can be unsafe,
 * unreadable or not understood is a `KivaError` of kind `config`, and leaves the file as it is.
 */
export async function openStore<T extends object>(folder: string, name: string): Promise<Store<T>> {
  const Conf = await loadConf(folder)
  const path = join(folder, `${name}.json`)

  const conf = (configName: string) =>
    new Conf<Record<string, unknown>>({
      cwd: folder,
      configName,
      configFileMode: 0o600,
      serialize,
      deserialize: (text) => parse(text, path),
    })

  function read(): T | undefined {
    checkFolder(folder)
    // Without a file conf would make the folder, open to all.
    if (!checkFile(path)) return undefined
    // A copy, because conf's has no prototype.
    return { ...guarded('could not be read', () => conf(name).store) } as T
  }

  /**
   * conf writes the new content beside the file, and only what arrived whole takes the file's place: conf itself
   * follows a link, keeps the loose mode of an old file, writes in place within a snap package, and takes a short
   * write on a full disk for a success.
   */
  function write(content: T): void {
    const next = `${name}.new`
    const nextPath = join(folder, `${next}.json`)
    const { v: _, ...rest } = content as { readonly v?: unknown }
    const whole = { v: fileVersion, ...rest }
    try {
      sweep(next)
      guarded('could not be written', () => {
        conf(next).store = whole
        if (readFileSync(nextPath, 'utf8') !== serialize(whole)) throw shortWrite()
        checkFile(nextPath)
        renameSync(nextPath, path)
      })
    } finally {
      sweep(next)
    }
  }

  /** Another process may have been quicker. */
  function erase(): void {
    guarded('could not be removed', () => rmSync(path, { force: true }))
  }

  /** Removes what a run that was killed has left: it holds secrets too. */
  function sweep(next: string): void {
    const left = readdirSync(folder).filter((file) => file.startsWith(`${next}.json`))
    for (const file of left) rmSync(join(folder, file), { force: true })
  }

  function guarded<R>(what: string, run: () => R): R {
    try {
      return run()
    } catch (cause) {
      throw cause instanceof KivaError ? cause : failure(path, what, cause)
    }
  }

  return {
    path,
    read: async () => read(),
    async update(change) {
      makeFolder(folder)
      await underLock(`${path}.lock`, () => {
        const next = change(read())
        if (next) write(next)
        else erase()
      })
    },
    async replace(content) {
      makeFolder(folder)
      await underLock(`${path}.lock`, () => write(content))
    },
    async remove() {
      checkFolder(folder)
      if (!checkFile(path)) return false
      await underLock(`${path}.lock`, erase)
      return true
    },
    async mode() {
      const stats = checkFile(path)
      return stats && stats.mode & 0o777
    },
  }
}

const serialize = (content: unknown) => `${JSON.stringify(content, undefined, 2)}\n`

/** Never lets the parser's own message out: it quotes the text, and the text holds secrets. */
function parse(text: string, path: string): Record<string, unknown> {
  const content = jsonObject(text)
  if (!content) {
    throw new KivaError('config', `${path} is corrupt: it is not one JSON object`, {
      hint: 'It was left as it is. Repair it or move it away, then log in again.',
    })
  }
  const version = content['v'] ?? fileVersion
  if (version === fileVersion) return content
  throw new KivaError(
    'config',
    // Whatever stands there instead may be anything, so it is not repeated.
    `${path} has a version that this kiva does not know; it knows ${fileVersion}`,
    {
      hint: 'It was left as it is. A newer kiva probably wrote it: update this one, or move the file away.',
    },
  )
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const shortWrite = () => Object.assign(new Error('the file was not written whole'), { code: 'ENOSPC' })
