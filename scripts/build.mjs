// Builds dist/: kiva.cjs with what every run needs, one file per lazily loaded feature, and the help texts.
//
// CommonJS, because Node 20 starts it faster; few files, because each costs. esbuild splits only ES modules, so the
// split is made here: what main and the world import statically is the core; each dynamic import is a feature, a file
// of its own that takes the core's modules from kiva.cjs, so that there is one KivaError and not two.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve as resolvePath } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { narrowed } from './narrow.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const require = createRequire(import.meta.url)

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
}

/** Entries of the core; the renderers of JSON are so small that a file of their own would cost more. */
const entries = [
  'src/main.ts',
  'src/node/world.ts',
  'src/output/records/json.ts',
  'src/output/records/ndjson.ts',
]

const { inputs } = await importGraph()
const core = reached(entries, ['import-statement', 'require-call'])
const coreSources = [...core].filter((path) => path.startsWith('src/'))
const features = [...reached(entries, ['import-statement', 'require-call', 'dynamic-import'])].flatMap(
  (path) => importsOf(path, ['dynamic-import']).filter((target) => !core.has(target)),
)

/** One file of dist/, and for the start-up test what it holds. */
async function emit(file, what, plugins = []) {
  const { metafile, outputFiles } = await build({
    ...common,
    ...what,
    outfile: join(dist, file),
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: { js: 'const __importMetaUrl=require("node:url").pathToFileURL(__filename).href;' },
    metafile: true,
    write: false,
    plugins: [...plugins, lazyFeatures, ...narrowed(root)],
  })
  // Our files are namespaces already: esbuild would wrap them as it does foreign CommonJS, `default` twice over.
  const text = outputFiles[0].text.replaceAll(/[\w$]+\((require\("\.\/[\w.-]+\.cjs"\)),1\)/g, '$1')
  await writeFile(join(dist, file), text)
  const [{ bytes, inputs: held }] = Object.values(metafile.outputs)
  const packages = Object.keys(held).map((input) => input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1])
  contents[file] = { bytes, packages: [...new Set(packages.filter(Boolean))].sort() }
}

/** What imports what, with narrowed packages. */
async function importGraph() {
  const { metafile } = await build({
    ...common,
    entryPoints: entries,
    outdir: dist,
    format: 'esm',
    splitting: true,
    write: false,
    metafile: true,
    plugins: narrowed(root),
  })
  return metafile
}

function importsOf(path, kinds) {
  return (inputs[path]?.imports ?? [])
    .filter(({ kind, external }) => !external && kinds.includes(kind))
    .map((one) => one.path)
}

function reached(starts, kinds) {
  const seen = new Set()
  const visit = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const next of importsOf(path, kinds)) visit(next)
  }
  for (const start of starts) visit(start)
  return seen
}

/** `src/output/table/table.ts` → `output-table.cjs`, a package → `package-ora.cjs` */
function fileOf(path) {
  const name = path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
  if (name) return `package-${name.replace('/', '-')}.cjs`
  return `${path.replace(/^src\/|\.ts$/g, '').replaceAll('/', '-')}.cjs`
}

/** The name under which kiva.cjs exports a module of the core. */
function nameOf(path) {
  return `$${path.replace(/\W/g, '_')}`
}

/** Marks a question of our own, so that it isn't answered by asking again. */
const resolved = 'resolved'

/** A dynamic import of a feature becomes a `require` of its file. */
const lazyFeatures = {
  name: 'lazy-features',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /.*/ }, async ({ kind, path, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || path.startsWith('node:') || pluginData === resolved) return undefined
      const found = await resolve(path, { kind, resolveDir, importer, pluginData: resolved })
      const target = relative(root, found.path)
      return core.has(target) ? undefined : { path: `./${fileOf(target)}`, external: true }
    })
  },
}

/** In a feature, a module of the core is taken from kiva.cjs. */
const fromCore = {
  name: 'from-core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/kiva\.cjs$/, namespace: 'core' }, ({ path }) => ({ path, external: true }))
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const target = relative(root, resolvePath(resolveDir, path))
      return core.has(target) && target.startsWith('src/') ? { path: target, namespace: 'core' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'core' }, ({ path }) => ({
      contents: `module.exports = require('./kiva.cjs').${nameOf(path)}`,
    }))
  },
}

/** The help of every command, for the launcher. */
async function writeHelp() {
  const built = require(join(dist, 'kiva.cjs'))
  const { commands } = built[nameOf('src/commands/index.ts')]
  const { commandTree } = built[nameOf('src/cli/tree/command-tree.ts')]
  const all = (node) => [node, ...node.children.flatMap(all)]
  for (const { path } of all(commandTree(commands))) {
    await writeFile(
      join(dist, 'help', `${path}.txt`),
      await outputOf([...path.split(' ').slice(1), '--help']),
    )
  }

  async function outputOf(argv) {
    let text = ''
    const sink = {
      isTerminal: false,
      columns: 80,
      write: async (chunk) => {
        text += chunk
      },
    }
    await built.main(argv, { stdout: sink, stderr: sink, env: {}, signal: new AbortController().signal })
    return text
  }
}

await rm(dist, { recursive: true, force: true })
await mkdir(join(dist, 'help'), { recursive: true })
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n')
const contents = {}
await emit('kiva.cjs', {
  stdin: {
    contents: [
      "export { main } from './src/main.ts'",
      "export { processWorld } from './src/node/world.ts'",
      ...coreSources.map((path) => `export * as ${nameOf(path)} from './${path}'`),
    ].join('\n'),
    resolveDir: root,
  },
})
for (const feature of new Set(features)) await emit(fileOf(feature), { entryPoints: [feature] }, [fromCore])
const { version } = require('../package.json')
await writeFile(join(dist, 'version.txt'), `${version}\n`)
await writeFile(join(dist, 'contents.json'), JSON.stringify(contents, null, 2))
await writeHelp()
