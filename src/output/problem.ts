/** How a failure is told on stderr: a sentence for people, one JSON line for programs (design §2). */
import { sentenceOf } from '../api/sentence.ts'
import type { Destination, OutputFormat, Secrets } from '../context.ts'
import { type CommandLine, KivaError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { cleanLines } from './gate/text.ts'

export interface Telling {
  readonly format: OutputFormat
  /** People also get the causes and the stack. */
  readonly debug: boolean
  /** Masks a stranger's words, and theirs only: our own pass as they are. */
  readonly secrets: Pick<Secrets, 'mask' | 'quote'>
  /** Commands in the mode of this run. */
  readonly kiva: CommandLine
}

/** The text that tells a failure, with its newline, and what the gate must know about it. */
export function tellProblem(
  error: unknown,
  how: Telling,
): { readonly text: string; readonly destination: Destination } {
  const problem = error instanceof KivaError ? error : unforeseen(error)
  const forProgram = how.format === 'json' || how.format === 'ndjson'
  return forProgram
    ? { text: `${JSON.stringify({ error: fieldsOf(problem, how) })}\n`, destination: 'json' }
    : { text: cleanLines(linesOf(problem, how).join('\n')).concat('\n'), destination: 'people' }
}

/** Absent values are left out by JSON.stringify. */
function fieldsOf(problem: KivaError, { secrets, kiva }: Telling) {
  const { kind, status, retryAfter } = problem
  return {
    kind,
    message: sentenceOf(problem, secrets),
    hint: problem.hintFor(kiva),
    status,
    retry_after: retryAfter,
    code: problem.code === undefined ? undefined : secrets.quote(problem.code),
    exit_code: exitCodes[kind].code,
  }
}

function linesOf(problem: KivaError, how: Telling): readonly string[] {
  const hint = problem.hintFor(how.kiva)
  const told = [
    `error: ${sentenceOf(problem, how.secrets)}`,
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ]
  if (!how.debug) return told
  const causes = causesOf(problem)
  const words = causes.map((cause) =>
    cause instanceof KivaError ? sentenceOf(cause, how.secrets) : how.secrets.quote(wordsOf(cause)),
  )
  const last = causes.findLast((cause) => cause instanceof Error) ?? problem
  // A stack begins with the message, which may be a library's and may repeat what it was given.
  const stack = last instanceof Error && last.stack ? [how.secrets.mask(last.stack)] : []
  return [...told, ...words.map((cause) => `cause: ${cause}`), ...stack]
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
  return new KivaError('bug', 'Unexpected failure', {
    said: wordsOf(thrown),
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
