/** How a failure is told on stderr: a sentence for people, one JSON line for programs (design §2). */
import type { Destination } from '../context.ts'
import { KivaError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { cleanLines } from './gate/text.ts'

export interface Telling {
  /** A sentence for people, or one JSON line for programs. */
  readonly errors: 'words' | 'json'
  /** People also get the causes and the stack. */
  readonly debug: boolean
}

/** The text that tells a failure, with its newline, and what the gate must know about it. */
export function tellProblem(
  error: unknown,
  how: Telling,
): { readonly text: string; readonly destination: Destination } {
  const problem = error instanceof KivaError ? error : unforeseen(error)
  return how.errors === 'json'
    ? { text: `${JSON.stringify({ error: fieldsOf(problem) })}\n`, destination: 'json' }
    : { text: cleanLines(linesOf(problem, how.debug).join('\n')).concat('\n'), destination: 'people' }
}

/** Absent values are left out by JSON.stringify. */
function fieldsOf(problem: KivaError) {
  const { kind, message, hint, status, retryAfter, code } = problem
  return { kind, message, hint, status, retry_after: retryAfter, code, exit_code: exitCodes[kind].code }
}

function linesOf(problem: KivaError, debug: boolean): readonly string[] {
  const hint = problem.hint === undefined ? [] : [`hint: ${problem.hint}`]
  if (!debug) return [`error: ${problem.message}`, ...hint]
  const causes = causesOf(problem).map((cause) => `cause: ${wordsOf(cause)}`)
  const last = causesOf(problem).findLast((cause) => cause instanceof Error) ?? problem
  const stack = last instanceof Error && last.stack ? [last.stack] : []
  return [`error: ${problem.message}`, ...hint, ...causes, ...stack]
}

/** The chain of causes, nearest first; a chain that bites its own tail ends there. */
function causesOf(problem: Error): readonly unknown[] {
  const chain = new Set<unknown>()
  let cause = problem.cause
  while (cause !== undefined && !chain.has(cause)) {
    chain.add(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return [...chain]
}

function unforeseen(thrown: unknown): KivaError {
  return new KivaError('bug', `Unexpected failure: ${wordsOf(thrown)}`, {
    hint: 'This is a bug in kiva. Run the command again with --debug, and report what it prints.',
    cause: thrown,
  })
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message
  try {
    return String(thrown)
  } catch {
    return 'something that has no text'
  }
}
