/** Prints errors on stderr: words for people, one JSON line for programs. */

import { type CommandLine, KivaError } from '../core/errors.ts'
import { exitCodes } from '../core/exit-codes.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import type { Secrets } from '../core/settings.ts'
import type { Destination } from '../core/streams.ts'
import { clean, cleanLines } from './gate/text.ts'
import type { ErrorStyle } from './view.ts'

export interface ProblemOptions {
  readonly style: ErrorStyle
  /** Also print the causes and the stack. */
  readonly debug: boolean
  /** Masks secrets in foreign text only; kiva's own words stay as they are. */
  readonly secrets: Pick<Secrets, 'mask' | 'quote'>
  /** Formats a command with the global options of this run. */
  readonly kiva: CommandLine
}

/** Returns the text of an error, ending with a newline, and the destination for the gate. */
export function printProblem(
  error: unknown,
  options: ProblemOptions,
): { readonly text: string; readonly destination: Destination } {
  const problem = error instanceof KivaError ? error : unexpectedFailure(error)
  return options.style === 'json'
    ? { text: `${JSON.stringify({ error: allFieldsOf(problem, options) })}\n`, destination: 'json' }
    : { text: linesOf(problem, options).join('\n').concat('\n'), destination: 'people' }
}

/** Returns an error as a record. JSON.stringify drops undefined values. */
export function fieldsOf(error: unknown, { secrets, kiva }: Pick<ProblemOptions, 'secrets' | 'kiva'>) {
  const problem = error instanceof KivaError ? error : unexpectedFailure(error)
  const { kind, status, retryAfter, code } = problem
  return {
    kind,
    message: problem.sentence.mask(secrets.quote),
    hint: problem.hintFor(kiva),
    status,
    retry_after: retryAfter,
    code: code === undefined ? undefined : secrets.quote(code),
    exit_code: exitCodes[kind].code,
  }
}

const allFieldsOf = (problem: KivaError, options: ProblemOptions) => ({
  ...fieldsOf(problem, options),
  ...(options.debug && originOf(problem, options)),
})

function linesOf(problem: KivaError, options: ProblemOptions): readonly string[] {
  const { debug, secrets, kiva } = options
  // Each fact gets exactly one line: foreign text with a newline could otherwise imitate one of kiva's lines.
  const hint = problem.hintFor(kiva)
  const lines = [
    `error: ${clean(problem.sentence.mask(secrets.quote))}`,
    ...(hint === undefined ? [] : [`hint: ${clean(hint)}`]),
  ]
  if (!debug) return lines
  const { causes, stack } = originOf(problem, options)
  return [...lines, ...causes.map((cause) => `cause: ${cause}`), ...stack.map((frame) => `    ${frame}`)]
}

/** Returns the words of each cause, nearest first, and the stack of the last error among them. */
function originOf(problem: KivaError, { secrets }: ProblemOptions) {
  const causes = causesOf(problem)
  const last = causes.findLast((cause) => cause instanceof Error) ?? problem
  return {
    causes: causes.map((cause) =>
      cause instanceof KivaError ? cause.sentence.mask(secrets.quote) : secrets.quote(wordsOf(cause)),
    ),
    stack: last instanceof Error && last.stack ? framesOf(last.stack) : [],
  }
}

/**
 * Returns the frames of a stack without its message, which is already printed and may contain foreign lines.
 */
const framesOf = (stack: string) =>
  cleanLines(stack)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .map((line) => line.trimStart())

/** Returns the chain of causes, nearest first, stopping at a cycle. */
function causesOf(problem: Error): readonly unknown[] {
  const chain = new Set<unknown>()
  let cause = problem.cause
  while (cause !== undefined && !chain.has(cause)) {
    chain.add(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return [...chain]
}

function unexpectedFailure(thrown: unknown): KivaError {
  return new KivaError('bug', sentence`unexpected failure: ${foreign(wordsOf(thrown))}`, {
    hint: 'This is a bug in kiva. Please report it with the output of --debug.',
    cause: thrown,
  })
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message
  try {
    return String(thrown)
  } catch {
    return 'an error without text'
  }
}
