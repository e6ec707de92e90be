type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns whether the terminal is likely to put text on the clipboard when asked to (OSC 52). Terminals do not say so;
 * this excludes those that are known not to.
 */
export const hasClipboard = (env: Env): boolean =>
  !['linux', 'dumb'].includes(env['TERM'] ?? '') &&
  env['TERM_PROGRAM'] !== 'Apple_Terminal' &&
  !env['VTE_VERSION'] &&
  !env['STY']
