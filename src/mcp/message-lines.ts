/** The longest message in characters. Longer ones are skipped, so that a client cannot fill the memory. */
export const maxMessage = 16 * 1024 * 1024

/**
 * Yields the lines of a stream of text, without their ends; `undefined` for a line longer than `maxMessage`. Only a
 * newline ends a line, since JSON text may contain all other separators. A last line without an end is a cut
 * message, and is yielded too.
 */
export async function* messageLines(chunks: AsyncIterable<string>): AsyncGenerator<string | undefined, void> {
  let line = ''
  let isTooLong = false
  const add = (text: string) => {
    isTooLong ||= line.length + text.length > maxMessage
    line = isTooLong ? '' : line + text
  }
  const take = () => {
    const taken = isTooLong ? undefined : line
    line = ''
    isTooLong = false
    return taken
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      add(chunk.slice(start, end))
      start = end + 1
      yield take()
    }
    add(chunk.slice(start))
  }
  if (line !== '' || isTooLong) yield take()
}
