// Writes the generated files anew; test/reference keeps them fresh.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { outputFiles } = await build({
  stdin: {
    contents: `export { generated } from './src/reference/generate.ts'
               export { commands } from './src/commands/index.ts'`,
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  platform: 'node',
  // Actions are only declared here, never loaded.
  external: ['../sandbox/*', '../auth/*'],
  write: false,
})
const { generated, commands } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
)
for (const [name, make] of Object.entries(generated)) {
  const path = join(root, name)
  await writeFile(path, make(await readFile(path, 'utf8'), commands))
}
