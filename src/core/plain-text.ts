/** Text of files and of standard input, as other programs write it: PowerShell begins it with a byte order mark. */
import { KivaError } from './errors.ts'

/**
 * Returns a text, decoded from UTF-8, without its byte order mark. Throws `KivaError` of `kind` for one that was UTF-16;
 * `name` is what the error calls it.
 */
export function plainText(text: string, name: string, kind: 'config' | 'usage' = 'config'): string {
  // Neither byte of the mark of UTF-16 is UTF-8, and ASCII has a zero byte beside each letter.
  if (text.startsWith('\ufffd\ufffd') && text.includes('\0'))
    throw new KivaError(kind, `${name} is UTF-16, not UTF-8`, {
      hint: 'Save it as UTF-8. In PowerShell: Out-File -Encoding utf8.',
    })
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** The same for a text that comes in pieces. */
export async function* plainChunks(
  chunks: AsyncIterable<string>,
  name: string,
  kind?: 'config' | 'usage',
): AsyncGenerator<string, void> {
  let isFirst = true
  for await (const chunk of chunks) {
    yield isFirst ? plainText(chunk, name, kind) : chunk
    isFirst &&= chunk === ''
  }
}
