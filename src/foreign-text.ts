/** Text of strangers on its way into a sentence of ours: one line, and never more of it than a person would read. */

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

/** The first of many names, each as one line: `a, b, c and 997 more`. */
export function someOf(names: readonly string[], shown = 10): string {
  const others = names.length - shown
  const told = names.slice(0, shown).map(oneLine).join(', ')
  return others > 0 ? `${told} and ${String(others).replace(/\B(?=(\d{3})+$)/g, ',')} more` : told
}
