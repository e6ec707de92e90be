/**
 * Which folder of src may import which: always one on a lower floor, types and dynamic imports included. A new folder
 * gets a row here, and in docs/architecture.md under Floors.
 */
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'rolldown/utils'

interface Part {
  /** A folder or a file of src. */
  readonly path: string
  /** Lower folders that are forbidden all the same. */
  readonly not?: readonly string[]
  /** Modules of Node.js that are allowed. */
  readonly builtins?: RegExp
}

/** The lists of commands, and who may import them: all other code gets them as a parameter. */
const importersOfList: Readonly<Record<string, readonly string[]>> = {
  'src/commands/catalogue.ts': ['src/main.ts', 'src/commands/index.ts'],
  'src/commands/index.ts': ['src/actions/index.ts', 'src/reference/generate.ts'],
}

const network = ['transport', 'sandbox', 'mirror', 'node']
const client = ['auth', 'read', 'domain', 'node']

/** The highest floor first. Parts of one floor do not import each other. */
export const floors: readonly (readonly Part[])[] = [
  [{ path: 'main.ts', not: ['node'] }, { path: 'sql-worker.ts' }],
  [{ path: 'run', not: ['node'] }],
  [{ path: 'actions', not: ['transport', 'node'] }],
  [
    { path: 'explore', not: network },
    { path: 'mcp', not: network },
    { path: 'reference', not: network },
  ],
  [{ path: 'stages', not: network }],
  [{ path: 'cli', not: network }],
  [{ path: 'mirror', not: ['auth', 'transport', 'node'], builtins: /^node:zlib$/ }],
  [
    { path: 'output', not: ['node'] },
    { path: 'transport', not: ['node'] },
    // The service stands beside the client, so that both cannot share a mistake.
    { path: 'sandbox', not: client, builtins: /^node:(crypto|util|zlib)$/ },
  ],
  [
    { path: 'auth', not: ['commands', 'node'], builtins: /^node:crypto$/ },
    { path: 'read', not: ['commands', 'node'] },
    { path: 'domain', not: ['commands', 'node'] },
  ],
  [{ path: 'commands', not: ['node'] }],
  [{ path: 'api' }, { path: 'node', builtins: /^node:/ }],
  [{ path: 'context.ts' }],
  [{ path: 'ports' }, { path: 'exit-codes.ts' }],
  [{ path: 'errors.ts' }],
  [{ path: 'text' }],
  [{ path: 'lazy.ts' }, { path: 'time.ts' }, { path: 'jpeg.ts' }, { path: 'version.ts' }],
]

/** Returns the imports of a file of src that go up, or to the side, or outside where that is not allowed. */
export function forbiddenImports(file: string, text: string): readonly string[] {
  const from = placeOf(file)
  return importsOf(file, text).filter((name) => {
    if (!name.startsWith('.')) return name.startsWith('node:') && !from.part.builtins?.test(name)
    const target = join(dirname(file), name)
    if (!target.startsWith('src/')) return target !== 'package.json'
    if (importersOfList[target]?.includes(file) === false) return true
    const to = placeOf(target)
    if (to.part === from.part) return false
    return to.floor <= from.floor || from.part.not?.includes(to.part.path) === true
  })
}

/** Returns what a file imports: packages, and paths as they stand there. */
export function importsOf(file: string, text: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(file, text).module
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    // import() of a module, and of its types.
    ...[...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name = '']) => name),
  ]
}

/** Returns the part of src that a file is in, and the number of its floor from the top. */
function placeOf(file: string) {
  for (const [floor, parts] of floors.entries()) {
    const part = parts.find(({ path }) => file === `src/${path}` || file.startsWith(`src/${path}/`))
    if (part) return { part, floor }
  }
  throw new Error(`${file} is on no floor: give its folder a row in floors`)
}
