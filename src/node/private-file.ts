import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { KivaError } from '../errors.ts'
import { checkFile, failure, makeFolder } from './guard.ts'

/**
 * Writes a file for its owner alone (0600, folder 0700), whole or not at all, and returns its path. An old file of
 * that name is replaced if it is safe. Throws `KivaError` of kind `config`.
 */
export function writePrivate(folder: string, name: string, content: string): string {
  if (name !== basename(name) || name.startsWith('.'))
    throw new KivaError('bug', `${name} is not a file name`)
  makeFolder(folder)
  const path = join(folder, name)
  checkFile(path)
  const next = join(folder, `${name}.${process.pid}.new`)
  try {
    rmSync(next, { force: true })
    writeFileSync(next, content, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(next, path)
  } catch (cause) {
    rmSync(next, { force: true })
    throw failure(path, 'could not be written', cause)
  }
  return path
}
