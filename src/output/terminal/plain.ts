/**
 * Whether people get words alone on a stream: no columns, no bars, nothing that moves, for a screen reader or a terminal
 * that knows nothing of them. Where nobody says so, a terminal that calls itself dumb does.
 */
export function decidePlain(
  asked: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  return asked ?? (isTerminal && env['TERM'] === 'dumb')
}
