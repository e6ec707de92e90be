/** Edits kiva's lines in a shell's startup file, between two markers. All other bytes stay unchanged. */
import { KivaError } from '../../errors.ts'

const begin = '# >>> kiva completion >>>'
const end = '# <<< kiva completion <<<'
const block = new RegExp(`^${begin}\\r?\\n(?:.*\\r?\\n)*?${end}(?:\\r?\\n|$)`, 'm')

/**
 * Returns the file's content with these lines, which replace earlier ones or go to the end. Throws
 * `KivaError` of kind `config` if the file cannot be edited safely.
 */
export function withMarked(path: string, content: Uint8Array, lines: readonly string[]): Uint8Array {
  const text = textOf(path, content)
  const added = bytesOf(Buffer.from(`${[begin, ...lines, end].join('\n')}\n`))
  if (hasBlock(path, text))
    return Buffer.from(
      text.replace(block, () => added),
      'latin1',
    )
  return Buffer.from(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${added}`, 'latin1')
}

/**
 * Returns the file's content without kiva's lines. Throws `KivaError` of kind `config` if the file cannot
 * be edited safely.
 */
export function withoutMarked(path: string, content: Uint8Array): Uint8Array {
  const text = textOf(path, content)
  return hasBlock(path, text) ? Buffer.from(text.replace(block, ''), 'latin1') : content
}

/** Maps each byte to one character, so that text in any ASCII-compatible encoding survives unchanged. */
const bytesOf = (content: Uint8Array) => Buffer.from(content).toString('latin1')

function textOf(path: string, content: Uint8Array): string {
  const text = bytesOf(content)
  if (!/^(?:\xff\xfe|\xfe\xff)/.test(text)) return text
  throw new KivaError('config', `cannot edit ${path}: it is encoded in UTF-16`, {
    hint: 'Save it as UTF-8.',
  })
}

/**
 * True if the file has kiva's lines. Throws if a marker is missing or repeated, because the lines between
 * may be the user's own.
 */
function hasBlock(path: string, text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  const [begins, ends] = [count(begin), count(end)]
  if (begins === 0 && ends === 0) return false
  if (begins === 1 && ends === 1 && block.test(text)) return true
  throw new KivaError('config', `cannot edit ${path}: the marks around kiva's lines do not match`, {
    hint: `Remove kiva's lines from it, and every "${begin}" and "${end}".`,
  })
}
