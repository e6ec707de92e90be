// Builds dist/: kiva.cjs with what every run needs, one file per lazily loaded feature and per what several of them
// share, the version, the help texts, and the licences and the bill of materials of the packages in it.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { billOfMaterials } from './bundle/bill-of-materials.mjs'
import { bundleTool } from './bundle/bundle-tool.mjs'
import { contentsOf } from './bundle/contents.mjs'
import { loadSources, root } from './bundle/load-sources.mjs'
import { bundledPackages, noticesOf } from './bundle/notices.mjs'

const dist = join(root, 'dist')
await rm(dist, { recursive: true, force: true })
await mkdir(join(dist, 'help'), { recursive: true })
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n')
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
await writeFile(join(dist, 'version.txt'), `${manifest.version}\n`)

const contents = contentsOf(await bundleTool(dist))
const packages = await bundledPackages(contents)
await writeFile(join(dist, 'THIRD-PARTY.txt'), noticesOf(packages))
await writeFile(
  join(dist, 'bom.cdx.json'),
  `${JSON.stringify(billOfMaterials(manifest, packages), null, 2)}\n`,
)
// Not in dist/, which is shipped: the tests read it.
await mkdir(join(root, 'build'), { recursive: true })
await writeFile(join(root, 'build', 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`)

await writeHelp()

/** The help of every command, for the launcher, as the built tool tells it. */
async function writeHelp() {
  const { main } = createRequire(import.meta.url)(join(dist, 'kiva.cjs'))
  const { commandTree, commands, withDescendants } = await loadSources(
    "export { withDescendants } from './src/cli/command-spec.ts'",
    "export { commandTree } from './src/cli/command-tree.ts'",
    "export { commands } from './src/commands/index.ts'",
  )
  for (const { path } of withDescendants(commandTree(commands))) {
    const text = await outputOf(main, [...path.split(' ').slice(1), '--help'])
    await writeFile(join(dist, 'help', `${path}.txt`), text)
  }
  await writeFile(join(dist, 'help', 'first-screen.txt'), await outputOf(main, []))
}

async function outputOf(main, argv) {
  let text = ''
  const sink = {
    isTerminal: false,
    columns: 80,
    write: async (chunk) => {
      text += chunk
    },
  }
  const code = await main(argv, {
    stdout: sink,
    stderr: sink,
    env: {},
    signal: new AbortController().signal,
  })
  if (code !== 0) throw new Error(`kiva ${argv.join(' ')} ended with ${code}: ${text}`)
  return text
}
