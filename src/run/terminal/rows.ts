import { width } from '../../output/terminal/width.ts'

/** Returns how many rows the complete lines of a text take on a terminal, which wraps long lines. */
export function rowsOf(chunk: string | Uint8Array, columns: number): number {
  const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
  const lines = text.split('\n').slice(0, -1)
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / columns)), 0)
}
