import { relative, sep } from 'node:path'
import { root } from './load-sources.mjs'

/** `src/output/table/render-table.ts` → `output-table-table`, a package → `package-ora`; what several share has the name of its last module. */
export function chunkName({ facadeModuleId, moduleIds, name }) {
  const path = pathOf(facadeModuleId ?? moduleIds.at(-1) ?? name)
  const owner = packageOf(path)
  if (owner !== undefined) return `package-${owner.replace('/', '-')}`
  return path.startsWith('src/') ? path.replace(/^src\/|\.ts$/g, '').replaceAll('/', '-') : name
}

/** By file of dist/: its size, the modules in it, and the packages these are of. */
export function contentsOf(chunks) {
  return Object.fromEntries(
    chunks.map(({ fileName, code, modules }) => {
      const paths = Object.keys(modules).map(pathOf).sort()
      const packages = new Set(paths.map(packageOf).filter((name) => name !== undefined))
      return [fileName, { bytes: Buffer.byteLength(code), packages: [...packages].sort(), modules: paths }]
    }),
  )
}

function pathOf(id) {
  return id.startsWith(root) ? relative(root, id).split(sep).join('/') : id
}

function packageOf(path) {
  return path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
}
