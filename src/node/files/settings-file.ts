/** The settings file, read plainly: every run that has one pays for this, so that `conf` only writes it. */
import { readFileSync } from 'node:fs'
import type { NamedText } from '../../ports/files.ts'
import { checkFile, checkFolder, failure } from './file-permissions.ts'

/** Reads `path` in `folder`; `undefined` where it is not there. Throws `KivaError` of kind `config`. */
export function readSettingsFile(folder: string, path: string): NamedText | undefined {
  checkFolder(folder)
  if (!checkFile(path)) return undefined
  try {
    return { path, text: readFileSync(path, 'utf8') }
  } catch (cause) {
    throw failure(path, 'could not be read', cause)
  }
}
