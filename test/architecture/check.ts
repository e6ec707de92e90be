/** The checks: sources in, what is wrong with them out, a line each. Pure, so that the checks can be checked. */
import { arrows, builtins, neverSaid, type Part, type Word, words } from './rules.ts'
import { bareCode, firstComment, type Import, importsOf } from './scan.ts'

export interface Source {
  /** From the root of the project, with slashes: `src/api/encode.ts`. */
  readonly path: string
  readonly text: string
}

type Check = (sources: readonly Source[]) => readonly string[]

/** A check that looks at one file at a time. */
const eachFile =
  (check: (source: Source) => readonly string[]): Check =>
  (sources) =>
    sources.flatMap((source) => check(source).map((wrong) => `${source.path}: ${wrong}`))

const isRelative = ({ from }: Import) => from.startsWith('.')
const isBuiltin = ({ from }: Import) => from.startsWith('node:')
const isPackage = (each: Import) => !isRelative(each) && !isBuiltin(each)
const packageName = (from: string) => from.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? from

/** Where a relative import of a file leads, from the root of the project. */
export function resolve(path: string, from: string): string {
  return new URL(from, `file:///${path}`).pathname.slice(1)
}

/** The part of the house a path belongs to, `undefined` when nothing is said about it. */
export function partOf(path: string): Part | undefined {
  if (path === 'package.json') return path
  const [, name] = path.match(/^src\/(.+)\.ts$/) ?? []
  if (name === undefined) return undefined
  if (name === 'commands/index' || name === 'commands/action' || name === 'commands/fault-names') return name
  const folder = name.split('/')[0] as Part
  return folder in arrows ? folder : undefined
}

export const importArrows: Check = eachFile(({ path, text }) => {
  const part = partOf(path)
  if (part === undefined || !(part in arrows))
    return ['is in no part of the house; see test/architecture/rules.ts']
  return importsOf(text)
    .filter(isRelative)
    .filter((each) => !mayImport(part, path, each))
    .map(({ from, kind }) => `may not import ${from} (${kind})`)
})

function mayImport(part: Part, path: string, { from, kind }: Import): boolean {
  const target = resolve(path, from)
  const to = partOf(target)
  if (to === undefined) return false
  if (to === part && part !== 'commands') return true
  const allowed = arrows[part as keyof typeof arrows]
  const names: readonly Part[] = [
    to,
    ...(target === 'src/api/endpoint.ts' ? (['api/endpoint'] as const) : []),
    ...(target.startsWith('src/commands/') ? (['commands'] as const) : []),
  ]
  // `commands` as a target means the whole folder to everybody but its own files.
  return names.some((name) => !(name === 'commands' && part === 'commands') && allowed[name]?.includes(kind))
}

/** Rings of files that need each other before they can start. */
export const importCycles: Check = (sources) => {
  const next = new Map(
    sources.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter((each) => isRelative(each) && each.kind === 'values')
        .map(({ from }) => resolve(path, from)),
    ]),
  )
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' → ')]
    if (done.has(path)) return []
    const found = (next.get(path) ?? []).flatMap((target) => walk(target, [...trail, path]))
    done.add(path)
    return found
  }
  return sources.flatMap(({ path }) => walk(path, []))
}

/** Each package has one door: one import of values or one lazy import; its types only beside it. */
export const oneDoorEach: Check = (sources) => {
  const uses = sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter(isPackage)
      .map(({ from, kind }) => ({ path, kind, name: packageName(from) })),
  )
  return [...new Set(uses.map(({ name }) => name))].flatMap((name) => {
    const here = uses.filter((use) => use.name === name)
    const doors = here.filter(({ kind }) => kind !== 'types')
    const files = [...new Set(here.map(({ path }) => path))]
    return files.length > 1 || doors.length > 1
      ? [`${name} is imported in ${here.map((use) => use.path).join(', ')}`]
      : []
  })
}

/** What is imported must be installed with the tool. */
export function undeclaredPackages(
  sources: readonly Source[],
  dependencies: readonly string[],
): readonly string[] {
  return eachFile(({ text }) =>
    importsOf(text)
      .filter(isPackage)
      .map(({ from }) => packageName(from))
      .filter((name) => !dependencies.includes(name))
      .map((name) => `${name} is not among the dependencies`),
  )(sources)
}

export const builtinsInPlace: Check = eachFile(({ path, text }) => {
  const part = partOf(path)
  if (part === 'node') return []
  const allowed = (part && builtins[part]) ?? []
  return importsOf(text)
    .filter(isBuiltin)
    .filter(({ from }) => !allowed.includes(from))
    .map(({ from }) => `may not import ${from}`)
})

const said = (bare: string, list: readonly Word[]) =>
  list
    .filter(({ name, pattern }) => pattern.test(bare) && !declares(bare, name))
    .map(({ name, instead }) => `says ${name}; use ${instead}`)

/** Whether a name is the file's own: a `const`, a function, a class, an import, or a parameter with a type. */
function declares(bare: string, name: string): boolean {
  return (
    /^\w+$/.test(name) &&
    new RegExp(
      String.raw`\b(?:const|let|function\*?|class)\s+${name}\b|\bconst\s*\{[^}]*\b${name}\b[^}]*\}\s*=|[(,]\s*(?:readonly\s+)?${name}\??:\s`,
    ).test(bare)
  )
}

export const worldOnlyInNode: Check = eachFile(({ path, text }) =>
  partOf(path) === 'node' ? [] : said(bareCode(text), words),
)

export const bannedWords: Check = eachFile(({ text }) => said(bareCode(text), neverSaid))

export const noSilencing: Check = eachFile(({ text }) =>
  [...text.matchAll(/@ts-(?:ignore|nocheck|expect-error)/g)].map(
    ([what]) => `silences the compiler with ${what}`,
  ),
)

const longest = 150

export const shortFiles: Check = eachFile(({ text }) => {
  const lines = text.replace(/\n$/, '').split('\n').length
  if (lines <= longest || /\bAbove 150 lines because\b/.test(firstComment(text).replace(/[\s*/]+/g, ' ')))
    return []
  return [`has ${lines} lines, and its first comment gives no reason ("Above 150 lines because …")`]
})

export const kebabCase: Check = (sources) =>
  sources
    .filter(
      ({ path }) =>
        !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|e2e|d))?\.[a-z]+$/.test(path),
    )
    .map(({ path }) => `${path}: is not named in kebab-case`)

/** Paths of the machine on which the tool was made. */
export const noMachinePaths: Check = eachFile(({ text }) =>
  [...text.matchAll(/(?<![\w.])\/(?:work|tmp|root)\/[\w.-]*/g)].map(([what]) => `names ${what}`),
)

/** In tests: real parts only, and each test runs. */
export const honestTests: Check = eachFile(({ text }) =>
  [
    ...bareCode(text).matchAll(
      /\b(?:vi|jest)\s*\.\s*(?:mock|doMock|unmock|hoisted)\b|\b(?:test|it|describe)(?:\.\w+)*\.(?:only|todo|skip)\b/g,
    ),
  ].map(([what]) => `has ${what}`),
)
