/** The state folder: small text files that commands keep between runs and that the user may edit. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { plainText } from '../../core/plain-text.ts'
import type { StateFolder } from '../../core/store.ts'
import { checkFile, checkFolder, codeOf, failure, makeFolder } from '../files/file-permissions.ts'
import { underLock } from '../files/lock.ts'
import { writePrivate } from '../files/private-file.ts'

/** Opens the state folder, which may be missing. It is created, private to its owner, by the first `update`. */
export function openStateFolder(folder: string): StateFolder {
  const pathOf = (name: string): string => {
    if (!/^(?:[\w-]+\/)?[\w-]+(?:\.\w+)?$/.test(name))
      throw new KivaError('bug', `${name} is not a file name`)
    return join(folder, name)
  }

  function read(path: string): string | undefined {
    checkFolder(folder)
    checkFolder(dirname(path))
    if (!checkFile(path)) return undefined
    return plainText(
      guarded(path, 'read', () => readFileSync(path, 'utf8')),
      path,
    )
  }

  return {
    pathOf,
    list: async (subfolder) => {
      checkFolder(folder)
      checkFolder(pathOf(subfolder))
      return namesIn(pathOf(subfolder))
    },
    read: async (name) => read(pathOf(name)),
    async update(name, change, beside) {
      const path = pathOf(name)
      makeFolder(folder)
      makeFolder(dirname(path))
      await underLock(`${path}.lock`, () => {
        removeUnfinished(path)
        const old = read(path)
        write(path, old, change(old))
        if (!beside) return
        const other = pathOf(beside.name)
        removeUnfinished(other)
        write(other, read(other), beside.text())
      })
    },
  }
}

/** Writes a text, or removes the file if there is none. Leaves an equal file alone. */
function write(path: string, old: string | undefined, text: string | undefined): void {
  if (text === undefined) guarded(path, 'delete', () => rmSync(path, { force: true }))
  else if (text !== old) writePrivate(dirname(path), basename(path), text)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return []
    throw failure(folder, 'read', cause)
  }
}

/** Removes what a killed run left behind. The lock is held, so no other run is writing. */
function removeUnfinished(path: string): void {
  const start = `${basename(path)}.`
  const left = namesIn(dirname(path)).filter(
    (name) => name.startsWith(start) && /^\d+\.new$/.test(name.slice(start.length)),
  )
  for (const name of left) guarded(path, 'write', () => rmSync(join(dirname(path), name), { force: true }))
}

function guarded<R>(path: string, verb: string, run: () => R): R {
  try {
    return run()
  } catch (cause) {
    throw failure(path, verb, cause)
  }
}
