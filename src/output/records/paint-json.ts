/** Colors JSON text without changing it: keys, strings and other values each get a color. */

/** Matches a string, with the colon after it if it is a key; or a number, boolean or null. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g

/**
 * Returns a function that colors JSON text, given whole values. Without color it returns text unchanged and
 * loads nothing.
 */
export async function openJsonPainter(color: boolean): Promise<(text: string) => string> {
  if (!color) return (text) => text
  const paint = (await import('../terminal/palette.ts')).palette(color)
  return (text) =>
    text.replace(token, (word: string, quoted?: string, colon?: string) => {
      if (quoted === undefined) return paint('literal', word)
      return colon === undefined ? paint('string', quoted) : paint('key', quoted) + colon
    })
}
