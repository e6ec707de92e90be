/** JSON for the eye: the same text, with what a glance looks for in colors of their own. */

/** A text with the colon behind it, if it is a key; else a number or a word. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g

/** What paints JSON text, whole values at a time; without color it leaves all as it is, and loads nothing. */
export async function openJsonPainter(color: boolean): Promise<(text: string) => string> {
  if (!color) return (text) => text
  const paint = (await import('../terminal/palette.ts')).palette(color)
  return (text) =>
    text.replace(token, (word: string, quoted?: string, colon?: string) => {
      if (quoted === undefined) return paint('literal', word)
      return colon === undefined ? paint('string', quoted) : paint('key', quoted) + colon
    })
}
