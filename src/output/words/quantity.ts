/** How much was written, and how long it took, for people. */

/** `812 bytes`, `3.2 MB`; a thousand of one unit are the next. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const at = Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3 + 1e-9) - 1)
  return `${(bytes / 1000 ** (at + 1)).toFixed(1)} ${units[at]}`
}

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** `4.1 s`, `12 min 5 s`, `2 h 3 min`. */
export function timeInWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${(milliseconds / 1000).toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
