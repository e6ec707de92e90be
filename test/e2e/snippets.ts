/**
 * The recipes of docs/recipes-for-contributors.md as edits. A snippet begins with a line that names its file and a place in
 * it. The section "How to read a recipe" there describes the places, and `edited` finds them.
 */

export interface Edit {
  readonly path: string
  /** `(new)`, `at the end`, or `in A > B`, optionally with `, in place of C`; or `in place of C`. */
  readonly place: string
  readonly lines: readonly string[]
}

export interface Recipe {
  readonly title: string
  readonly edits: readonly Edit[]
  /** The indented lines, in order. */
  readonly commands: readonly string[]
}

/** Returns the sections "A new …", or those with a matching `heading`. */
export function recipesOf(markdown: string, heading = /^A new /): readonly Recipe[] {
  return markdown
    .split(/^## /m)
    .filter((section) => heading.test(section))
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      edits: [...section.matchAll(fenced)].flatMap(([, text = '']) => editsOf(text)),
      commands: [...section.replaceAll(fenced, '').matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line),
    }))
}

const fenced = /^```\w+\n(.*?)^```$/gms

/** The line that names the place of the lines below. Without a file, it applies to the previous file. */
const header = /^(?:\/\/|<!--) (?:([\w./-]+\.\w+),? )?(\(new\)|at the end|in \S.*?)(?: -->)?$/

function editsOf(snippet: string): readonly Edit[] {
  const edits: (Edit & { lines: string[] })[] = []
  for (const line of snippet.trimEnd().split('\n')) {
    const [, path = edits.at(-1)?.path, place] = header.exec(line) ?? []
    if (place !== undefined && path !== undefined) edits.push({ path, place, lines: [] })
    else if (edits.length > 0) edits.at(-1)?.lines.push(line)
    else throw new Error(`This snippet does not say where it goes: ${line}`)
  }
  return edits
}

/** Returns the edited text of a file. `text` is `undefined` if the file does not exist. */
export function edited(text: string | undefined, { path, place, lines }: Edit): string {
  if ((place === '(new)') !== (text === undefined)) {
    throw new Error(`${path} ${text === undefined ? 'is not there' : 'is there already'}: ${place}`)
  }
  const imports = lines.filter((line) => line.startsWith('import '))
  const rest = lines.filter((line) => !line.startsWith('import '))
  if (text === undefined) return `${lines.join('\n')}\n`
  const old = withImports(text.trimEnd(), imports).split('\n')
  return `${put(old, place, rest, path).join('\n')}\n`
}

/** Adds imports, which the formatter sorts later. Names of a module that is already imported join its import. */
const withImports = (old: string, imports: readonly string[]): string =>
  imports.reduce((text, line) => {
    const [, start = '', names = '', from = ''] = /^(import (?:type )?\{)(.*)\} (from .*)$/.exec(line) ?? []
    const there = [...text.matchAll(/^(import (?:type )?\{)[^}]*\} (from .*)$/gm)].find(
      ([, itsStart, itsFrom]) => itsStart === start && itsFrom === from,
    )
    if (there) return text.replace(there[0], () => there[0].replace(start, `${start}${names.trimEnd()}, `))
    const at = Math.max(text.search(/^import /m), 0)
    return `${text.slice(0, at)}${line}\n${text.slice(at)}`
  }, old)

/** The lines from a declaration to its closing line. */
interface Range {
  readonly from: number
  readonly to: number
}

function put(
  old: readonly string[],
  place: string,
  lines: readonly string[],
  path: string,
): readonly string[] {
  if (place === 'at the end') return [...old, '', ...lines]
  const [, names, replaced] = /^(?:in (?!place of )(.*?))?(?:(?:^|, )in place of (.*))?$/.exec(place) ?? []
  const find = path.endsWith('.md') ? findSection : findBody
  const whole = { from: -1, to: old.length }
  const range = (names?.split(' > ') ?? []).reduce((within, name) => find(old, name, within), whole)
  if (replaced !== undefined) {
    const from = findLine(old, range, replaced, (line) => line.trim().startsWith(replaced))
    return old.toSpliced(from, endOf(old, from) + 1 - from, ...indented(lines, indentOf(old[from])))
  }
  if (range.from === range.to) return old.with(range.to, withEntry(old[range.to] ?? '', lines))
  const indent = path.endsWith('.md') ? 0 : indentOf(old[range.from]) + 2
  return old.toSpliced(range.to, 0, ...indented(lines, indent))
}

const indented = (lines: readonly string[], by: number) => lines.map((line) => line && ' '.repeat(by) + line)

/** Returns a one-line list with one more entry. */
const withEntry = (line: string, lines: readonly string[]) =>
  line.replace(/([\])}]+[,;]?)$/, (end) => `, ${lines.join(' ').replace(/,$/, '')}${end}`)

const opens = /[{[(]$/
const closes = /^\s*[\])}]/

/** Finds the line that names `name` and opens a bracket or contains a list, and its closing line. */
function findBody(old: readonly string[], name: string, within: Range): Range {
  const word = new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w ]/g, '\\$&')}(?![\\w-])`)
  const from = findLine(
    old,
    within,
    name,
    (line) => word.test(line) && /[{[(]$|= (\[.*\]|\{.*\})$/.test(line),
  )
  return { from, to: endOf(old, from) }
}

function findLine(
  old: readonly string[],
  { from, to }: Range,
  what: string,
  isIt: (line: string) => boolean,
): number {
  const found = old.findIndex((line, at) => at > from && at < to && isIt(line))
  if (found < 0) throw new Error(`There is no "${what}"`)
  return found
}

const indentOf = (line = '') => line.search(/\S|$/)

/** Returns the closing line: the next one with the same indentation that closes and opens nothing. */
function endOf(old: readonly string[], from: number): number {
  if (!opens.test(old[from] ?? '')) return from
  const indent = indentOf(old[from])
  return old.findIndex(
    (line, at) => at > from && indentOf(line) === indent && closes.test(line) && !opens.test(line),
  )
}

/** Finds the end of a Markdown section: after the last row of its table, or else after its last line. */
function findSection(old: readonly string[], name: string, within: Range): Range {
  const from = findLine(old, within, name, (line) => /^#+ /.test(line) && line.includes(name))
  const level = old[from]?.indexOf(' ') ?? 0
  const next = old.findIndex((line, at) => at > from && /^#+ /.test(line) && line.indexOf(' ') <= level)
  const section = old.slice(from, next < 0 ? undefined : next)
  const row = section.findLastIndex((line) => line.startsWith('|'))
  return { from, to: from + 1 + (row < 0 ? section.findLastIndex((line) => line !== '') : row) }
}
