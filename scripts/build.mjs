// Builds dist/: one CommonJS file per lazily loaded feature, shared code in chunks, and the pre-rendered root help.
// esbuild splits only ES modules, and Node 20 starts those slowly; so it splits first and converts each file after.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const require = createRequire(import.meta.url)

/** undici without what one GET doesn't need: its root would load caches, fetch, websockets and HTTP/2 at each start. */
const narrowUndici = {
  name: 'narrow-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? undefined : { path: 'undici', namespace: 'narrow' },
    )
    onLoad({ filter: /.*/, namespace: 'narrow' }, () => ({
      resolveDir: root,
      contents: `
        import Agent from 'undici/lib/dispatcher/agent.js'
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
        import request from 'undici/lib/api/api-request.js'
        Dispatcher.prototype.request = request
        export { Agent }`,
    }))
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: 'module.exports = () => { throw new Error("HTTP/2 is left out") }',
    }))
  },
}

/** commander loads what starts subcommands of other programs; kiva has none. */
const narrowCommander = {
  name: 'narrow-commander',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('commander') ? { path: 'none', namespace: 'none' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'module.exports = {}' }))
  },
}

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts', node: 'src/node/world.ts' },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  mainFields: ['module', 'main'],
  chunkNames: '[name]-[hash]',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  write: false,
  metafile: true,
  logLevel: 'warning',
  plugins: [narrowUndici, narrowCommander],
})

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n')
for (const { path, text } of outputFiles) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.18',
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__importMetaUrl' },
    banner: text.includes('import.meta.url')
      ? 'const __importMetaUrl=require("node:url").pathToFileURL(__filename).href;'
      : '',
  })
  await writeFile(
    path.replace(/\.js$/, '.cjs'),
    code.replaceAll(/(require\("\.\/[\w-]+)\.js"\)/g, '$1.cjs")'),
  )
}

/** What each file holds, for the test that keeps heavy packages off light commands. */
const contents = Object.entries(metafile.outputs).map(([path, { bytes, inputs }]) => {
  const packages = Object.keys(inputs).map(
    (input) => input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1],
  )
  const file = path.replace(/^dist\/(.*)\.js$/, '$1.cjs')
  return [file, { bytes, packages: [...new Set(packages.filter(Boolean))].sort() }]
})
await writeFile(join(dist, 'contents.json'), JSON.stringify(Object.fromEntries(contents), null, 2))

/** The help of every command, for the launcher. */
const { main } = require(join(dist, 'main.cjs'))
await mkdir(join(dist, 'help'))
for (const words of await commandPaths()) {
  await writeFile(
    join(dist, 'help', `${['kiva', ...words].join(' ')}.txt`),
    await outputOf([...words, '--help']),
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
  await main(argv, { stdout: sink, stderr: sink, env: {}, signal: new AbortController().signal })
  return text
}

async function commandPaths() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `
        import { commandPaths } from './src/reference/command-paths.ts'
        import { actions, catalogue, groups } from './src/commands/index.ts'
        export const paths = commandPaths({ actions, catalogue, groups })`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Actions are only declared here, never loaded.
    external: ['../sandbox/*', '../auth/*'],
    write: false,
  })
  return (await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)).paths
}
