import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './load-sources.mjs'

/**
 * Packages of which a run needs only a part: whoever imports `of`, from a path that holds `from`, gets the file `by` of
 * scripts/stand-ins instead. `majors` are the versions of the package that this was tried with. Each file says why;
 * docs/packaging.md has the measurements.
 */
const rows = [
  { name: 'undici', majors: [7, 8], of: 'undici', from: '/src/', by: 'undici.cjs' },
  { name: 'undici', majors: [7, 8], of: './client-h2.js', from: '/undici/', by: 'undici-http2.cjs' },
  { name: 'cli-table3', majors: [0], of: 'string-width', from: '/cli-table3/', by: 'length.cjs' },
]

/** The rolldown plugin. It ends the build at a row that replaces nothing, or that is for other versions. */
export const standIns = {
  name: 'stand-ins',
  resolveId(specifier, importer) {
    const path = importer?.replaceAll('\\', '/') ?? ''
    const row = rows.find(({ of, from }) => of === specifier && path.includes(from))
    return row && pathOf(row)
  },
  async generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
    const replaced = rows.filter((row) => modules.includes(pathOf(row)))
    checkRows(rows, replaced, Object.fromEntries(await Promise.all(rows.map(installed))))
  },
}

/** Throws at the first row that is not in `replaced`, or not for the installed version, by `versions` of packages. */
export function checkRows(rows, replaced, versions) {
  for (const row of rows) {
    const { name, majors, of, from, by } = row
    const found = `${name} ${versions[name]}`
    if (!majors.includes(Number.parseInt(versions[name], 10)))
      throw new Error(
        `scripts/stand-ins/${by} is for ${name} ${majors.join(' and ')}, found ${found}. ${advice}`,
      )
    if (!replaced.includes(row))
      throw new Error(
        `scripts/stand-ins/${by} replaces nothing: no file in ${from} imports "${of}", with ${found}. ${advice}`,
      )
  }
}

const advice =
  'Adapt its row in scripts/bundle/stand-ins.mjs, and compare with docs/packaging.md what it saves.'

const pathOf = ({ by }) => join(root, 'scripts', 'stand-ins', by)

async function installed({ name }) {
  const manifest = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')
  return [name, JSON.parse(manifest).version]
}
