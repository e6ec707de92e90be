/**
 * Foreign text (text from outside, such as the API) within our messages: masked, on one line, and short. It
 * stays separate from our own words until a message is printed, because only then are the run's secrets
 * known. Only foreign text is masked: a secret that equals one of our words must not damage a message or
 * JSON.
 */
import { withThousands } from './numbers.ts'

/** Characters of a foreign text that a message shows. */
const maxLength = 200

/** Every character that some terminal, pager or log treats as a line end; JavaScript's `\s` omits U+0085. */
const spaces = /[\s\x1c-\x1e\x85]+/g

/**
 * Returns a foreign text as one line of at most 200 characters, or '' if it is blank. Every service message,
 * address, name and key passes through here before it enters a message, because a second line could look like
 * one of ours. Mask a text with secrets first: a truncated secret is not recognized.
 */
export function oneLine(text: string): string {
  // Bounds the work too: a message may be as long as a reply.
  const head = text.slice(0, 20 * maxLength)
  const line = head.replace(spaces, ' ').trim()
  return line.length <= maxLength && head.length === text.length
    ? line
    : `${line.slice(0, maxLength - 1).toWellFormed()}…`
}

/**
 * Returns a foreign text as one line for later masking, so it is cut only far beyond a readable length. A
 * secret cut here could not be masked later.
 */
export function unbroken(text: string): string {
  return text
    .slice(0, 50 * maxLength)
    .replace(spaces, ' ')
    .trim()
}

/**
 * Returns a value that the user typed or set, for a message. Control characters are escaped, so that the user sees the
 * `\r` that a file with Windows line ends leaves. A text too long to have been typed is cut.
 */
export const asGiven = (text: string): string =>
  text.length > maxLength
    ? oneLine(text)
    : text.replace(/[\0-\x1f]/g, (control) => JSON.stringify(control).slice(1, -1))

/** A foreign text in its original form. In a plain template it becomes one line, unmasked. */
class Foreign {
  readonly #text: string
  readonly #limit: number
  constructor(text: string, limit: number) {
    this.#text = text
    this.#limit = limit
  }
  /** Returns the text masked by `quote`, then shortened: a truncated secret would not be recognized. */
  mask(quote: (text: string) => string): string {
    return quote(this.#text).slice(0, this.#limit).toWellFormed()
  }
  toString(): string {
    return this.mask(oneLine)
  }
}

/** Marks a text as foreign. Messages show `limit` characters of it. */
export const foreign = (text: string, limit = maxLength): Foreign => new Foreign(text, limit)

/** What the user typed stands within our words, and may be as long as a file. The words after it say what it is. */
const withoutMiddle = (words: string): string =>
  words.length <= 3 * maxLength
    ? words
    : `${words.slice(0, 2 * maxLength).toWellFormed()} … ${words.slice(-maxLength).toWellFormed()}`

/** Our own words mixed with foreign text. In a plain template it becomes its unmasked text. */
export class Sentence {
  readonly #parts: readonly (string | Foreign)[]
  constructor(parts: readonly (string | Foreign)[]) {
    this.#parts = parts
  }
  /** Returns the text, with each foreign part passed through `quote`, and without the middle of our own parts that are long. */
  mask(quote: (text: string) => string): string {
    return this.#parts
      .map((part) => (part instanceof Foreign ? part.mask(quote) : withoutMiddle(part)))
      .join('')
  }
  toString(): string {
    return this.mask(oneLine)
  }
  /** The parts, for use in a longer sentence. */
  get parts(): readonly (string | Foreign)[] {
    return this.#parts
  }
}

/**
 * Template tag that keeps foreign parts separate:
 * ``sentence`The service redirects to ${foreign(location)}` ``.
 */
export function sentence(
  words: TemplateStringsArray,
  ...values: readonly (string | number | Foreign | Sentence)[]
): Sentence {
  const parts = values.flatMap((value, at) => {
    const inner = value instanceof Sentence ? value.parts : [value instanceof Foreign ? value : String(value)]
    return [...inner, words[at + 1] ?? '']
  })
  return new Sentence([words[0] ?? '', ...parts])
}

/** Number of names that a message lists. */
const maxShown = 10

/** Lists the first of many names: `a, b, c and 997 more`. `count` may exceed the number of names given. */
export function summarizeNames(names: readonly string[], count = names.length): Sentence {
  const others = count - Math.min(names.length, maxShown)
  const listed = names
    .slice(0, maxShown)
    .flatMap((name, at) => (at === 0 ? [foreign(name)] : [', ', foreign(name)]))
  const more = others > 0 ? [` and ${withThousands(others)} more`] : []
  return new Sentence([...listed, ...more])
}
