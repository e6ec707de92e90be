/** The state folder: small text files that commands keep between runs and that the user may edit. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { plainText } from '../../core/plain-text.ts'
import type { StateFolder } from '../../core/store.ts'
import {
  checkFolder,
  checkSmallFile,
  codeOf,
  failure,
  makeFolder,
  tooLarge,
  usualLimit,
} from '../files/file-permissions.ts'
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
    if (!checkSmallFile(path, limitOf(path))) return undefined
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
    async update(name, change, ...beside) {
      const path = pathOf(name)
      makeFolder(folder)
      makeFolder(dirname(path))
      await underLock(`${path}.lock`, () => {
        removeUnfinished(path)
        const old = read(path)
        write(path, old, change(old))
        for (const { name, text } of beside) {
          const other = pathOf(name)
          removeUnfinished(other)
          write(other, read(other), text())
        }
      })
    },
  }
}

/** In bytes. The mark of `--changes` holds whole records: so many that 100,000 of them fit. */
const limitOfMarks = 256 * 1024 * 1024

const limitOf = (path: string) => (basename(dirname(path)) === 'marks' ? limitOfMarks : usualLimit)

/** Writes a text, or removes the file if there is none. Leaves an equal file alone, and rejects one that no run would read. */
function write(path: string, old: string | undefined, text: string | undefined): void {
  if (text === undefined) guarded(path, 'delete', () => rmSync(path, { force: true }))
  else if (text !== old) {
    const bytes = Buffer.byteLength(text)
    if (bytes > limitOf(path))
      throw new KivaError('config', `cannot write ${path}: it ${tooLarge(bytes, limitOf(path))}`, {
        hint: 'Keep the rest under another name.',
      })
    writePrivate(dirname(path), basename(path), text)
  }
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
