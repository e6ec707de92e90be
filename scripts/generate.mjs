// Writes the generated files anew; test/reference keeps them fresh.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadSources, root } from './bundle/load-sources.mjs'

const { generated, commands } = await loadSources(
  "export { generated } from './src/reference/generate.ts'",
  "export { commands } from './src/commands/index.ts'",
)
for (const [name, make] of Object.entries(generated)) {
  const path = join(root, name)
  const old = await readFile(path, 'utf8').catch(() => '')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, make(old, commands))
}
