import type { Settings } from '../context.ts'
import { KivaError } from '../errors.ts'

/** The problem as it is told where the embedded sandbox answers: its hint names the login that works there. */
export function withSandboxHint(problem: unknown, { sandbox }: Pick<Settings, 'sandbox'>): unknown {
  if (!sandbox || !(problem instanceof KivaError) || !problem.hint) return problem
  const { kind, message, status, code, retryAfter, cause } = problem
  const hint = problem.hint.replace(twoSteps, '').replaceAll('kiva login', 'kiva --sandbox login')
  return new KivaError(kind, message, { hint, status, code, retryAfter, cause })
}

/** What `login` refuses there: its pages are gone between the two steps. */
const twoSteps = /, or in two steps: [^.]+/
