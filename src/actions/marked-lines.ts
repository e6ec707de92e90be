/** Lines of ours in a file of the person's, between marks. */
import { KivaError } from '../errors.ts'

const begin = '# >>> kiva completion >>>'
const end = '# <<< kiva completion <<<'
const marked = new RegExp(`^${begin}\\r?\\n(?:.*\\r?\\n)*?${end}(?:\\r?\\n|$)`, 'm')

/** The text with these lines, in place of those that stood there, or at its end. */
export function withMarked(text: string, lines: readonly string[]): string {
  const block = `${[begin, ...lines, end].join('\n')}\n`
  if (marked.test(text)) return text.replace(marked, () => block)
  checkMarks(text)
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${block}`
}

/** The text without lines of ours. */
export function withoutMarked(text: string): string {
  const rest = text.replace(marked, '')
  checkMarks(rest)
  return rest
}

/** One mark alone tells nothing of what is ours. */
function checkMarks(text: string): void {
  if (!text.includes(begin) && !text.includes(end)) return
  throw new KivaError('config', 'One of the marks around the lines of kiva is missing', {
    hint: `Remove the lines of kiva and "${text.includes(begin) ? begin : end}" by hand.`,
  })
}
