/** The rules of the house as data: who may import whom, which door opens to what, and which words are not said. */
import type { ImportKind } from './scan.ts'

/** A part of `src`: a folder, or one file of the root. `commands` is split: each kind of file has its own arrows. */
export type Part =
  | 'main'
  | 'context'
  | 'errors'
  | 'foreign-text'
  | 'exact-number'
  | 'exit-codes'
  | 'version'
  | 'package.json'
  | 'api'
  | 'api/endpoint'
  | 'commands'
  | 'commands/action'
  | 'commands/index'
  | 'commands/fault-names'
  | 'auth'
  | 'output'
  | 'cli'
  | 'run'
  | 'actions'
  | 'node'
  | 'sandbox'
  | 'reference'

type Arrows = Readonly<Partial<Record<Part, readonly ImportKind[]>>>

const all = ['values', 'types', 'lazy'] as const
const types = ['types'] as const
const lazy = ['lazy'] as const

/**
 * The arrows of import. A part may always import itself, but for `commands`, whose files don't know each other.
 * `api` allows all of `api`, `commands` all of `commands`.
 */
export const arrows: Readonly<Record<Exclude<Part, 'api/endpoint' | 'package.json'>, Arrows>> = {
  // The secrets of a run are known from its first moment, so that whatever ends it is told without them.
  main: {
    run: all,
    actions: all,
    cli: all,
    errors: all,
    'foreign-text': all,
    'exit-codes': all,
    output: all,
    commands: all,
    context: types,
    auth: all,
  },
  cli: {
    commands: all,
    api: all,
    run: all,
    output: all,
    errors: all,
    'foreign-text': all,
    context: types,
    // The help tells the exit codes, `--version` the version: both are data without imports of their own.
    'exit-codes': all,
    version: all,
  },
  run: {
    cli: all,
    actions: all,
    commands: all,
    api: all,
    auth: all,
    output: all,
    errors: all,
    'foreign-text': all,
    context: types,
    sandbox: lazy,
  },
  actions: {
    api: all,
    auth: all,
    sandbox: all,
    commands: all,
    errors: all,
    'foreign-text': all,
    context: types,
    output: types,
  },
  // The options that every command takes are declared in `cli`, and the README, completions and manual tell them.
  reference: {
    commands: all,
    api: all,
    errors: all,
    'foreign-text': all,
    context: types,
    'exit-codes': all,
    cli: all,
  },
  sandbox: { commands: all, api: all, errors: all, 'foreign-text': all, context: types },
  auth: { api: all, errors: all, 'foreign-text': all, context: types, 'commands/action': types },
  output: {
    'exact-number': all,
    api: all,
    errors: all,
    'foreign-text': all,
    'exit-codes': all,
    version: all,
    context: types,
  },
  'commands/index': { commands: all, 'api/endpoint': all },
  'commands/action': { context: types, 'api/endpoint': types },
  'commands/fault-names': {},
  // A resource is data made with `get`; an action is data with a loader, which may tie lazy parts together.
  commands: {
    'api/endpoint': all,
    api: types,
    'commands/action': types,
    'commands/fault-names': all,
    context: types,
    actions: lazy,
    sandbox: lazy,
    reference: lazy,
    cli: lazy,
  },
  api: { 'exact-number': all, errors: all, 'foreign-text': all, context: types, version: all },
  node: { context: types, errors: all, 'foreign-text': all },
  context: { 'exact-number': types },
  errors: {},
  'foreign-text': {},
  'exact-number': {},
  'exit-codes': { errors: types },
  version: { 'package.json': all },
}

/** Which of Node's modules a part may use; `node` may use each of them. */
export const builtins: Readonly<Partial<Record<Part, readonly string[]>>> = {
  // Hashing and comparing in constant time; randomness comes from the world (see `words`).
  auth: ['node:crypto'],
  // `promisify`, so that compressing does not hold up the other requests.
  sandbox: ['node:crypto', 'node:util', 'node:zlib'],
}

export interface Word {
  readonly name: string
  readonly pattern: RegExp
  readonly instead: string
}

const free = String.raw`(?<![\w$.#])`
const global = (name: string, instead: string): Word => ({
  name,
  // Neither a property (`x.name`) nor a key (`name: …`), nor longer.
  pattern: new RegExp(`${free}${name}(?![\\w$]|\\??:)`),
  instead,
})

/** Words that only `src/node` says. A name that a file declares itself is that file's own. */
export const words: readonly Word[] = [
  global('process', 'take what you need from the context'),
  global('console', 'write through the gate'),
  global('globalThis', 'take what you need from the context'),
  global('setTimeout', 'context.sleep'),
  global('setInterval', 'context.sleep'),
  global('setImmediate', 'context.sleep'),
  global('performance', 'context.now'),
  global('fetch', 'context.send'),
  global('WebSocket', 'context.send'),
  global('require', 'an import'),
  { name: 'import.meta', pattern: /\bimport\.meta\b/, instead: 'a port of the world' },
  { name: 'Date.now', pattern: /\bDate\s*\.\s*now\b/, instead: 'context.now' },
  { name: 'new Date()', pattern: /\bnew\s+Date\s*(?:\(\s*\)|(?![\w$(\s]))/, instead: 'new Date(now)' },
  { name: 'Date()', pattern: /(?<![\w$.]|\bnew\s+)Date\s*\(/, instead: 'new Date(now)' },
  { name: 'Math.random', pattern: /\bMath\s*\.\s*random\b/, instead: 'context.nonce, or a seed' },
  {
    name: 'randomness of crypto',
    pattern: /\b(?:randomBytes|randomUUID|randomInt|randomFill\w*|getRandomValues|webcrypto)\b/,
    instead: 'context.nonce',
  },
]

/** Words that nobody says, in `src` and `bin`. */
export const neverSaid: readonly Word[] = [
  {
    name: 'process.exit',
    pattern: /\bprocess\s*(?:\?\.|\.)\s*(?:exit|reallyExit|abort)\b/,
    instead: 'process.exitCode: leaving cuts piped output short',
  },
  { name: 'process[…]', pattern: /\bprocess\s*(?:\?\.)?\s*\[/, instead: 'a plain property' },
  {
    name: 'exit taken out of process',
    pattern: /\{[^}]*\bexit\b[^}]*\}\s*=\s*process\b/,
    instead: 'process.exitCode',
  },
  { name: 'any', pattern: new RegExp(`${free}any(?![\\w$(]|\\??:)`), instead: 'unknown, or the type' },
]
