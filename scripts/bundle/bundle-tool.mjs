import { rolldown } from 'rolldown'
import { chunkName } from './contents.mjs'
import { firstScreen } from './first-screen.mjs'
import { root } from './load-sources.mjs'
import { plainStrings } from './plain-strings.mjs'
import { standIns } from './stand-ins.mjs'
import { virtualEntry } from './virtual-entry.mjs'

/**
 * Bundles `src` into a folder and returns the chunks. CommonJS, because Node 20 starts it faster. What main and the
 * world import statically is kiva.cjs, whole; each dynamic import begins a chunk. A module stands in one chunk only:
 * one that holds state must not exist twice.
 */
export async function bundleTool(folder) {
  const tool = await bundle(
    folder,
    { kiva: 'kiva' },
    {
      groups: [{ name: 'kiva', tags: ['$initial'] }, everyAction, firstScreen()],
      includeDependenciesRecursively: false,
    },
  )
  // By themselves: they share no module with the tool, so that a thread loads nothing else.
  const jq = await bundle(folder, { 'node-process-jq-worker': './src/node/process/jq-worker.ts' }, false)
  const sql = await bundle(folder, { 'sql-worker': './src/sql-worker.ts' }, false)
  return [...tool, ...jq, ...sql]
}

/** What every action needs is one file: the declarations, their loaders, and the reader of their values. */
const everyAction = {
  name: 'actions',
  test: /src.(actions.index|cli.action-invocation|commands.(index|actions.\w+))\.ts$/,
}

async function bundle(folder, input, codeSplitting) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    transform: { target: 'node20.18' },
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
    plugins: [virtualEntry('kiva', root, entry), standIns, plainStrings],
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'cjs',
    exports: 'named',
    // V8 keeps a text with one letter beyond Latin-1 in two bytes a letter.
    minify: { codegen: { asciiOnly: true } },
    comments: false,
    externalLiveBindings: false,
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: (chunk) => `${chunkName(chunk)}.cjs`,
    codeSplitting,
  })
  await bundle.close()
  return output
}

/**
 * The renderers of JSON, and the words for times in a table, are so small that files of their own would cost more: they are
 * exported, so that the bundler puts them into kiva.cjs.
 */
const entry = [
  "export { main } from './src/main.ts'",
  "export { processWorld } from './src/node/world.ts'",
  "export * as json from './src/output/records/json.ts'",
  "export * as span from './src/output/words/span.ts'",
]
