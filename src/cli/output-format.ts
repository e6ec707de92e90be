/** In which format records are printed, and failures told. */
import type { World } from '../context.ts'
import {
  type ErrorStyle,
  errorStyle,
  formatNames,
  formatOfFile,
  type OutputFormat,
} from '../output/formats.ts'
import type { Given } from './option-spec.ts'
import { choice, flagOf, variableOf } from './setting.ts'

/** The name of a file is nearer than the environment, and farther than `-o`. Throws `KivaError` of kind `usage`. */
export function outputOf(given: Given, { env, stdout }: Pick<World, 'env' | 'stdout'>): OutputFormat {
  return (
    choice(flagOf(given, 'output'), formatNames) ??
    formatByFile(given) ??
    choice(variableOf(env, 'output'), formatNames) ??
    defaultOutput(given, stdout)
  )
}

/**
 * How failures are told: one JSON line where a program reads records as JSON and nobody reads stderr, or where that
 * format was asked for by name. A format that is none is no wish, and the name of a file is none either.
 */
export function styleOfErrors(
  given: Given,
  { env, stdout, stderr }: Pick<World, 'env' | 'stdout' | 'stderr'>,
): ErrorStyle {
  const named = (format: string | undefined) => formatNames.find((name) => name === format)
  const flag = named(flagOf(given, 'output')?.value)
  const variable = named(variableOf(env, 'output')?.value)
  return errorStyle(flag ?? formatByFile(given) ?? variable ?? defaultOutput(given, stdout), {
    isTerminal: stderr.isTerminal,
    asked: (flag ?? variable) !== undefined,
  })
}

const formatByFile = (given: Given) => formatOfFile(given.get('out')?.at(-1) ?? '')

const defaultOutput = (given: Given, stdout: World['stdout']): OutputFormat =>
  stdout.isTerminal && !given.has('out') ? 'table' : 'json'
