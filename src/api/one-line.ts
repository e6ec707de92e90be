/** Longer words of a stranger would bury ours. */
const longest = 200

/**
 * A stranger's text on one line of at most 200 characters. U+0085 is a line end too, though `\s` doesn't know it; every
 * other unsafe character is left to the output gate.
 */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\u0085]+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}
