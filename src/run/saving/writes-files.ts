import type { Invocation } from '../../cli/invocation.ts'
import type { RunSettings } from '../../cli/settings/run-settings.ts'

/** Returns whether a run writes to a file that the user named. */
export const writesFiles = (invocation: Invocation, { trace }: Pick<RunSettings, 'trace'>): boolean =>
  trace !== undefined ||
  (invocation.kind === 'endpoint' && (invocation.files.out ?? invocation.files.missing) !== undefined)
