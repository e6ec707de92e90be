/**
 * Which folder of src may import which: always one on a lower floor, types and dynamic imports included. A new folder
 * gets a row here, from which `npm run generate` writes the table in docs/architecture.md.
 */
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'rolldown/utils'

interface Part {
  /** A folder or a file of src. */
  readonly path: string
  readonly what: string
  /** The file to read first, below `path`. */
  readonly start?: string
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
const client = ['auth', 'domain', 'node']

/** The highest floor first. Parts of one floor do not import each other. */
export const floors: readonly (readonly Part[])[] = [
  [
    {
      path: 'main.ts',
      what: 'argv and a world → exit code; the only try/catch that ends a run',
      not: ['node'],
    },
    { path: 'sql-worker.ts', what: 'where the thread of `kiva sql` starts' },
  ],
  [
    {
      path: 'run',
      what: 'an invocation carried out: printed, saved in files, watched, opened in a browser',
      start: 'run.ts',
      not: ['node'],
    },
  ],
  [
    {
      path: 'actions',
      what: 'the commands beside the endpoints',
      start: 'index.ts',
      not: ['transport', 'node'],
    },
  ],
  [
    { path: 'explore', what: 'a session on the full screen', start: 'loop.ts', not: network },
    { path: 'mcp', what: 'endpoints and actions as tools for agents', start: 'serve.ts', not: network },
    {
      path: 'reference',
      what: 'generated files: manual, completion, tables of the docs',
      start: 'generate.ts',
      not: network,
    },
  ],
  [
    {
      path: 'lending',
      what: 'reads what a lender asks for: a portfolio, what is new since the last look',
      start: 'read-portfolio.ts',
      not: network,
    },
  ],
  [
    {
      path: 'cli',
      what: 'argv → invocation, every value checked; settings, help, suggestions',
      start: 'read-invocation.ts',
      not: network,
    },
  ],
  [
    { path: 'records', what: 'a request for records → pages of items', start: 'open.ts', not: network },
    {
      path: 'mirror',
      what: 'loans in SQLite that answer like the service; SQL; the lake',
      start: 'store.ts',
      not: ['auth', 'transport', 'node'],
      builtins: /^node:(crypto|zlib)$/,
    },
  ],
  [
    {
      path: 'output',
      what: 'records → text: formats, tables, pages, charts, pictures; the gate',
      start: 'formats.ts',
      not: ['node'],
    },
    // The service stands beside the client, so that both cannot share a mistake.
    {
      path: 'sandbox',
      what: 'the service as a function from request to reply',
      start: 'sandbox.ts',
      not: client,
      builtins: /^node:(crypto|util|zlib)$/,
    },
    {
      path: 'transport',
      what: 'sends requests: pace, retries, cache, trace',
      start: 'transport.ts',
      not: ['node'],
    },
  ],
  [
    {
      path: 'auth',
      what: 'OAuth 1.0a: signing, login, credentials, masking',
      start: 'login.ts',
      not: ['node'],
      builtins: /^node:crypto$/,
    },
    {
      path: 'commands',
      what: 'data: the catalogue of endpoints, declarations of actions',
      start: 'catalogue.ts',
      not: ['node'],
    },
    {
      path: 'domain',
      what: 'loan arithmetic in whole cents; pure',
      start: 'derive-fields.ts',
      not: ['node'],
    },
  ],
  [
    { path: 'api', what: 'the API as types and pure functions', start: 'endpoint.ts' },
    {
      path: 'node',
      what: 'the real world: process, sockets, files, clock',
      start: 'world.ts',
      builtins: /^node:/,
    },
  ],
  [
    {
      path: 'core',
      what: 'what all stand on: the ports of a run, errors, exit codes, text, time',
      start: 'context.ts',
    },
  ],
]

/** The rows of the table in docs/architecture.md. */
export const floorsTable = [
  '| floor | folder | what it does | start reading at |',
  '| --- | --- | --- | --- |',
  ...floors.flatMap((parts, at) =>
    parts.map(
      ({ path, what, start }) =>
        `| ${floors.length - 1 - at} | \`${path}\` | ${what} | \`src/${start === undefined ? path : `${path}/${start}`}\` |`,
    ),
  ),
].join('\n')

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
