/**
 * Quotes a word for a POSIX shell, including bash and zsh at a prompt: bare if no shell treats any of its
 * characters specially, otherwise in single quotes. Words that begin with @ are quoted for PowerShell. NUL is dropped,
 * because no argument can contain it.
 */
export function shellWord(word: string): string {
  const text = word.replaceAll('\0', '')
  if (/^[\w./:%+,-][\w./:@%+,=-]*$/.test(text)) return text
  // bash expands `!` even in single quotes if those are within double quotes.
  return `'${text.replace(/['!]/g, (sign) => `'\\${sign}'`)}'`
}

/** Characters of a command line that a hint shows whole: a few lines. */
export const longestLine = 500

/**
 * Splits the command in a variable such as EDITOR into words.
 * Quotes group words; other shell syntax is unsupported.
 */
export function commandWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  )
}

/**
 * Formats a kiva command to run next, such as `login --finish`,
 * with the options that select this run's service (`--sandbox`, …). --mirror is left out where it has no effect: the
 * mirror has no logins, and the commands about it need no option.
 */
export function commandLine({ mode }: { readonly mode: readonly string[] }, words: string): string {
  const options =
    needsService(words) || /^(mirror|sql)\b/.test(words)
      ? mode.filter((option) => option !== '--mirror')
      : mode
  return ['kiva', ...options.map(shellWord), words].join(' ')
}

/** Returns whether a command is about the service itself, so that the mirror cannot answer it. */
export const needsService = (words: string): boolean =>
  /^(login|logout|auth|doctor|mirror pull|mirror verify)\b/.test(words)

/** Converts an API or declared name to its command-line form: `sort_by` becomes `sort-by`. */
export const dashed = (name: string) => name.replaceAll('_', '-')
