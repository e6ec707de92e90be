/** Returns the position in a list of choices after a key; `undefined` for a key that does not move. */
export function chosen(at: number, length: number, key: string): number | undefined {
  const by = { down: 1, up: -1, 'ctrl-n': 1, 'ctrl-p': -1, 'page-down': 10, 'page-up': -10 }[key]
  return by === undefined ? undefined : Math.max(0, Math.min(at + by, length - 1))
}
