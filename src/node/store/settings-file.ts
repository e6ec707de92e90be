/** Reads the settings file without `conf`, which is slow to load: every run reads it, and few write it. */
import { readFileSync } from 'node:fs'
import type { NamedText } from '../../core/files.ts'
import { plainText } from '../../core/plain-text.ts'
import { checkFolder, checkSmallFile, failure } from '../files/file-permissions.ts'

/** Reads `path` in `folder`. Returns `undefined` if it is missing. Throws `KivaError` of kind `config`. */
export function readSettingsFile(folder: string, path: string): NamedText | undefined {
  checkFolder(folder)
  if (!checkSmallFile(path)) return undefined
  return { path, text: plainText(readText(path), path) }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw failure(path, 'read', cause)
  }
}
