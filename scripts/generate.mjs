// Writes the generated files anew; test/reference keeps them fresh.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadSources, root } from './bundle/load-sources.mjs'

const { generated, commands, fill, floorsTable } = await loadSources(
  "export { generated } from './src/reference/generate.ts'",
  "export { commands } from './src/commands/index.ts'",
  "export { fill } from './src/reference/markdown.ts'",
  "export { floorsTable } from './test/architecture/floors.ts'",
)
for (const [name, make] of Object.entries(generated)) {
  const path = join(root, name)
  const old = await readFile(path, 'utf8').catch(() => '')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await make(old, commands))
}

const architecture = join(root, 'docs/architecture.md')
await writeFile(architecture, fill(await readFile(architecture, 'utf8'), { floors: floorsTable }))
