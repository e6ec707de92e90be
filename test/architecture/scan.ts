/**
 * Reads TypeScript just well enough for the architecture test: tells code from comments, strings, templates and
 * regular expressions, so that a word in a text is not taken for a use of it.
 */

const plain = /[^'"`/{}]+/y
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const string = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y
const regex = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y
/** The text of a template up to its end or to its next `${`. */
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^`$\\])*/y

/** After these a slash begins a regular expression; after anything else it divides. */
const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|await|yield))\s*$/

/**
 * The same text with every position kept and what is no code blanked: comments and regular expressions whole,
 * strings and the texts of templates between their quotes.
 */
export function bareCode(text: string): string {
  let bare = ''
  const braces: ('block' | 'template')[] = []
  const take = (pattern: RegExp) => {
    pattern.lastIndex = bare.length
    return pattern.exec(text)?.[0]
  }
  while (bare.length < text.length) {
    const sign = text[bare.length] as string
    const hidden = take(comment) ?? (beforeRegex.test(bare.slice(-200)) ? take(regex) : undefined)
    const quoted = take(string)
    if (hidden !== undefined) bare += blank(hidden)
    else if (quoted !== undefined) bare += sign + blank(quoted.slice(1, -1)) + sign
    else bare += take(plain) ?? sign

    if (sign === '{') braces.push('block')
    if (sign === '`' || (sign === '}' && braces.pop() === 'template')) {
      bare += blank(take(templateText) ?? '')
      const end = text.startsWith('${', bare.length) ? '${' : '`'
      if (end === '${') braces.push('template')
      bare += end
    }
  }
  return bare
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** `'types'`: erased before anything runs. `'lazy'`: a dynamic import. */
export type ImportKind = 'values' | 'types' | 'lazy'

export interface Import {
  readonly from: string
  readonly kind: ImportKind
}

/** What a source imports, re-exports included, in the order of the text. */
export function importsOf(text: string): readonly Import[] {
  const bare = bareCode(text)
  const statement =
    /\b(?:import|export)\b(?<type>\s+type\b(?!\s+from\b))?[^'"`;()=]*?\bfrom\s*(?<quote>['"])|\bimport\s*(?<side>['"])|\bimport\s*\(\s*(?<lazy>['"`])/g
  return [...bare.matchAll(statement)].map((match): Import => {
    const start = match.index + match[0].length
    const from = text.slice(start, bare.indexOf(match[0].slice(-1), start))
    return { from, kind: match.groups?.['type'] ? 'types' : match.groups?.['lazy'] ? 'lazy' : 'values' }
  })
}

/** The text of the first comment of a source, `''` when it has none. */
export function firstComment(text: string): string {
  const bare = bareCode(text)
  const start = [...text.matchAll(/\/[/*]/g)].find((match) => bare.startsWith('  ', match.index))?.index
  if (start === undefined) return ''
  // Neighbouring line comments are one comment to a reader.
  return text.slice(start).match(/^(?:\/\*[\s\S]*?\*\/|(?:\s*\/\/[^\n]*\n?)+)/)?.[0] ?? ''
}
