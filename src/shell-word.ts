/**
 * A word as a POSIX shell reads it back, bash and zsh at a prompt too: bare where none of them takes a letter of it for
 * something else, in single quotes otherwise. NUL, which no argument can hold, is left out.
 */
export function shellWord(word: string): string {
  const text = word.replaceAll('\0', '')
  if (/^[\w./:@%+,-][\w./:@%+,=-]*$/.test(text)) return text
  // bash looks for `!` even in single quotes, where those stand within double ones.
  return `'${text.replace(/['!]/g, (sign) => `'\\${sign}'`)}'`
}

/** The words of a command in a variable such as EDITOR: quotes hold a word together; nothing else of a shell is known. */
export function commandWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  )
}

/** A kiva command to type next, such as `login --finish`, with the options that choose this run's service (`--sandbox`, …). */
export function commandLine({ mode }: { readonly mode: readonly string[] }, words: string): string {
  return ['kiva', ...mode.map(shellWord), words].join(' ')
}
