/**
 * Returns whether a stream gets plain text for screen readers and simple terminals: no columns, no bars, no
 * animation. Without an explicit choice, a terminal with TERM=dumb gets plain text.
 */
export function decidePlain(
  setting: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  return setting ?? (isTerminal && env['TERM'] === 'dumb')
}
