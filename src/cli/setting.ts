/** One setting as it was given, by a flag or by the environment. */
import { notAChoice } from '../api/values.ts'
import type { World } from '../context.ts'
import { type GlobalName, globalOptions } from './global-options.ts'
import type { Given, OptionSpec } from './option-spec.ts'

/** A setting as it was given, and what to call the place where it was. */
export interface Setting {
  readonly value: string
  readonly label: string
}

/** The last time that an option was given. */
export function flagOf(given: Given, name: GlobalName): Setting | undefined {
  const value = given.get(name)?.at(-1)
  const option = globalOptions.find((one) => one.name === name)
  return value === undefined || !option ? undefined : { value, label: option.long }
}

/** An empty variable is none. */
export function variableOf(env: World['env'], name: GlobalName): Setting | undefined {
  const option: OptionSpec | undefined = globalOptions.find((one) => one.name === name)
  const value = option?.env === undefined ? undefined : env[option.env]
  return value && option?.env ? { value, label: option.env } : undefined
}

/** One of a closed set. */
export function choice<const C extends string>(
  given: Setting | undefined,
  choices: readonly C[],
): C | undefined {
  if (given === undefined) return undefined
  const found = choices.find((one) => one === given.value)
  if (found === undefined) throw notAChoice(given.label, choices, given.value)
  return found
}
