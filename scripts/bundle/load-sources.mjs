import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { virtualEntry } from './virtual-entry.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Imports TypeScript from `src` into a script: what the given `export … from './src/…'` lines export. */
export async function loadSources(...lines) {
  const bundle = await rolldown({
    cwd: root,
    input: { sources: 'sources' },
    platform: 'node',
    plugins: [virtualEntry('sources', root, lines)],
  })
  const dir = join(root, 'build', 'sources')
  await bundle.write({
    dir,
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  })
  await bundle.close()
  return import(pathToFileURL(join(dir, 'sources.mjs')).href)
}
