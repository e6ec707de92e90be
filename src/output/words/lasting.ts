/** A length of time for people, given in milliseconds: `0.4 s`, `42 s`, `12 min`, `3 h`. Nothing is rounded down to none. */
export function lasting(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 9.95) return `${Math.ceil(seconds * 10) / 10} s`
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 100 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
