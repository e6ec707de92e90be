import { KivaError, ReaderGone } from '../../errors.ts'
import { foreign, sentence } from '../../foreign-text.ts'
import { withThousands } from '../../thousands.ts'

/** Whatever fails after the first record leaves a part of the answer. A signal and a reader's leaving are no failures. */
export function asPartial(cause: unknown, delivered: number): unknown {
  if (cause instanceof ReaderGone || delivered === 0) return cause
  const known = cause instanceof KivaError ? cause : undefined
  if (known?.kind === 'interrupted' || known?.kind === 'terminated') return cause
  const records = delivered === 1 ? 'one record' : `${withThousands(delivered)} records`
  if (known) return known.retold('partial', sentence`Stopped after ${records}: ${known.sentence}`)
  const words = foreign(cause instanceof Error ? cause.message : String(cause))
  return new KivaError('partial', sentence`Stopped after ${records}: ${words}`, { cause })
}
