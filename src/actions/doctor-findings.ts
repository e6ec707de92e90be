/** The findings of `kiva doctor`, and how a person sees them. */
import type { Context } from '../core/context.ts'
import type { KivaError } from '../core/errors.ts'
import { commandLine } from '../core/shell-word.ts'
import type { Role } from '../output/gate/gate.ts'
import type { Paint } from '../output/terminal/palette.ts'
import { wrap } from '../output/terminal/width.ts'

/** What a check found. */
export interface Finding {
  /** The name of the check. */
  readonly check: string
  /** A warning is for information; a problem makes commands fail. */
  readonly state: 'ok' | 'warning' | 'problem'
  readonly found: string
  /** How to fix it. */
  readonly next?: string
}

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })

export const warning = (check: string, found: string, next: string): Finding => ({
  check,
  state: 'warning',
  found,
  next,
})

/**
 * Returns a problem with the error that a command would fail with. `defaultNext` is the next step for an
 * error without a hint.
 */
export function problem(
  check: string,
  error: KivaError,
  { secrets, settings }: Pick<Context, 'secrets' | 'settings'>,
  defaultNext = 'Fix it, then run kiva doctor again.',
): Finding {
  const next = error.hintFor((words) => commandLine(settings, words)) ?? defaultNext
  return { check, state: 'problem', found: error.sentence.mask(secrets.quote), next }
}

/** As {@link problem}, for what few commands need. */
export const warningOf = (...failure: Parameters<typeof problem>): Finding => ({
  ...problem(...failure),
  state: 'warning',
})

/** Formats a finding for a person in `columns` columns, with the next step below. */
export function paragraphOf(
  { check, state, found, next }: Finding,
  columns: number | undefined,
  paint: Paint,
): string {
  const [first, second] = [state.padEnd(9), check.padEnd(22)]
  const indent = first.length + second.length
  const room = columns === undefined ? undefined : columns - indent
  const lines = [...wrap(found, room), ...(next === undefined ? [] : wrap(`→ ${next}`, room))]
  const label = paint(roleOf[state], first)
  const head = (state === 'problem' ? paint('name', label) : label) + paint('label', second)
  return head + lines.join(`\n${' '.repeat(indent)}`)
}

/** Color only repeats the state, which is also printed as a word. Problems are bold as well. */
const roleOf = { ok: 'accent', warning: 'warning', problem: 'warning' } as const satisfies Record<
  Finding['state'],
  Role
>
