/**
 * Text of strangers on its way into a sentence of ours: masked, one line, and never more of it than a person would
 * read. It stays apart from our own words until the sentence is told, since only then are the secrets of the run known;
 * and only it is masked: a secret that happens to be one of our words must spoil neither sentence nor JSON.
 */
import { withThousands } from './thousands.ts'

/** Letters of a foreign piece that a message shows. */
const most = 200

/** Whatever some terminal, pager or log takes for the end of a line; U+0085 is not among JavaScript's `\s`. */
const spaces = /[\s\x1c-\x1e\x85]+/g

/**
 * A foreign text as one line of at most 200 characters, '' when it says nothing. Every service message, address,
 * name and key passes here before it becomes part of a message: a second line could pass for one of ours. Where the
 * text may hold a secret, mask it first: a secret cut in half is not recognised any more.
 */
export function oneLine(text: string): string {
  // What is looked at is bounded too: a message may be as long as a reply.
  const head = text.slice(0, 20 * most)
  const line = head.replace(spaces, ' ').trim()
  return line.length <= most && head.length === text.length
    ? line
    : `${line.slice(0, most - 1).toWellFormed()}…`
}

/**
 * A foreign text as one line, cut only where nobody would read it: for what is not told yet. What is cut in two here
 * could not be masked any more.
 */
export function unbroken(text: string): string {
  return text
    .slice(0, 50 * most)
    .replace(spaces, ' ')
    .trim()
}

/** A stranger's text as it came. In a plain template it is one line, and not masked. */
export class Foreign {
  readonly #text: string
  readonly #most: number
  constructor(text: string, longest: number) {
    this.#text = text
    this.#most = longest
  }
  /** As `quote` writes it, and shortened: masked first, since half a secret is not recognised. */
  told(quote: (text: string) => string): string {
    return quote(this.#text).slice(0, this.#most).toWellFormed()
  }
  toString(): string {
    return this.told(oneLine)
  }
}

/** Marks a text as a stranger's; `longest` letters of it are told. */
export const foreign = (text: string, longest = most): Foreign => new Foreign(text, longest)

/** Words of ours with a stranger's between them. In a plain template it is what it says, not masked. */
export class Sentence {
  readonly #parts: readonly (string | Foreign)[]
  constructor(parts: readonly (string | Foreign)[]) {
    this.#parts = parts
  }
  /** What it says, each stranger's part as `quote` writes it. */
  told(quote: (text: string) => string): string {
    return this.#parts.map((part) => (part instanceof Foreign ? part.told(quote) : part)).join('')
  }
  toString(): string {
    return this.told(oneLine)
  }
  /** Its parts, for a longer sentence. */
  get parts(): readonly (string | Foreign)[] {
    return this.#parts
  }
}

/** Tag of a template that keeps strangers' parts apart: ``sentence`The service redirects to ${foreign(location)}` ``. */
export function sentence(
  words: TemplateStringsArray,
  ...values: readonly (string | number | Foreign | Sentence)[]
): Sentence {
  const parts = values.flatMap((value, at) => {
    const told = value instanceof Sentence ? value.parts : [value instanceof Foreign ? value : String(value)]
    return [...told, words[at + 1] ?? '']
  })
  return new Sentence([words[0] ?? '', ...parts])
}

/** How many names are told. */
const shown = 10

/** The first of many names: `a, b, c and 997 more`. There may be more, by `count`, than are at hand. */
export function someOf(names: readonly string[], count = names.length): Sentence {
  const others = count - Math.min(names.length, shown)
  const told = names
    .slice(0, shown)
    .flatMap((name, at) => (at === 0 ? [foreign(name)] : [', ', foreign(name)]))
  const more = others > 0 ? [` and ${withThousands(others)} more`] : []
  return new Sentence([...told, ...more])
}
