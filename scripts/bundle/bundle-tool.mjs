import { rolldown } from 'rolldown'
import { chunkName } from './contents.mjs'
import { root } from './load-sources.mjs'
import { standIns } from './stand-ins.mjs'
import { virtualEntry } from './virtual-entry.mjs'

/**
 * Bundles `src` into a folder and returns the chunks. CommonJS, because Node 20 starts it faster. What main and the
 * world import statically is kiva.cjs, whole; each dynamic import begins a chunk. A module stands in one chunk only:
 * one that holds state must not exist twice.
 */
export async function bundleTool(folder) {
  const plugins = [virtualEntry('kiva', root, entry), standIns]
  const codeSplitting = {
    groups: [{ name: 'kiva', tags: ['$initial'] }],
    includeDependenciesRecursively: false,
  }
  const tool = await bundle(folder, { kiva: 'kiva' }, { plugins, codeSplitting })
  // By themselves: they share no module with the tool, so that a thread loads nothing else.
  const jq = await bundle(folder, { 'node-process-jq-worker': './src/node/process/jq-worker.ts' })
  const sql = await bundle(folder, { 'sql-worker': './src/sql-worker.ts' })
  return [...tool, ...jq, ...sql]
}

async function bundle(folder, input, { plugins = [], codeSplitting = false } = {}) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // undici 8 has a second parser of HTTP, and leaves it out where this is defined. undici 7 has one.
    transform: { target: 'node20.18', define: { esbuildDetection: '1' } },
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
    plugins,
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

/** What the launcher calls. */
const entry = ["export { main } from './src/main.ts'", "export { processWorld } from './src/node/world.ts'"]
