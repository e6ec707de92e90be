import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Source } from './check.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The files of a folder of the project, or none when it isn't there, with their texts. */
export function readSources(folder: string, ending: RegExp): readonly Source[] {
  if (!existsSync(root + folder)) return []
  return readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((file) => ({
      path: relative(root, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The names under a key of package.json. */
export function packagesIn(key: 'dependencies' | 'devDependencies'): readonly string[] {
  return Object.keys(JSON.parse(readFileSync(`${root}package.json`, 'utf8'))[key])
}
