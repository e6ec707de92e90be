import { KivaError, ReaderGone } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { counted } from '../../thousands.ts'

/**
 * Converts a failure after the first record to one of kind `partial`.
 * Signals and a closed reader are returned unchanged.
 */
export function asPartial(cause: unknown, delivered: number): unknown {
  if (cause instanceof ReaderGone || delivered === 0) return cause
  const known = cause instanceof KivaError ? cause : undefined
  if (known?.kind === 'interrupted' || known?.kind === 'terminated') return cause
  const records = counted(delivered, 'records')
  if (known) return known.copyWith('partial', sentence`stopped after ${records}: ${known.sentence}`)
  const words = foreign(cause instanceof Error ? cause.message : String(cause))
  return new KivaError('partial', sentence`stopped after ${records}: ${words}`, { cause })
}
