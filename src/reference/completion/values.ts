/** The values that completion offers for an option or an argument. */

import type { OptionSpec } from '../../cli/option-spec.ts'
import {
  type ConfigurableOption,
  configurableOptions,
  isSwitch,
} from '../../cli/settings/configurable-option.ts'
import type { ArgumentSpec } from '../../cli/tree/command-spec.ts'
import { formats } from '../../output/formats.ts'

/** A word that completion offers. */
export interface Candidate {
  readonly word: string
  /** Empty if the word explains itself. */
  readonly brief: string
}

/**
 * `none` takes no value, `text` any text, `one` a single value of the set, `list` comma-separated values,
 * each used once.
 */
export interface Values {
  readonly kind: 'none' | 'text' | 'file' | 'one' | 'list'
  readonly set: readonly Candidate[]
}

type Described = Partial<
  Pick<OptionSpec, 'name' | 'value' | 'choices' | 'known' | 'list' | 'verbatim' | 'file'> &
    Pick<ArgumentSpec, 'setting'>
>

/** The setting names, for commands with a setting as argument. */
export const settings: Values = {
  kind: 'one',
  set: configurableOptions.map(({ name, brief }) => ({ word: name, brief })),
}

const anyText: Values = { kind: 'text', set: [] }

export function valuesOf(spec: ArgumentSpec | OptionSpec | ConfigurableOption): Values {
  const { name, value, choices, known, list, verbatim, file, setting }: Described = spec
  if (setting) return settings
  const isFlag = 'long' in spec && value === undefined
  if (isFlag) return { kind: 'none', set: [] }
  if (file) return { kind: 'file', set: [] }
  const set = choices ?? known
  if (!set || verbatim) return anyText
  return { kind: list ? 'list' : 'one', set: set.map((word) => ({ word, brief: briefOf(name, word) })) }
}

const onOrOff: Values = {
  kind: 'one',
  set: [
    { word: '1', brief: 'on' },
    { word: '0', brief: 'off' },
  ],
}

/**
 * Returns the values to offer for a setting in the settings file: on or off for a switch, else the values
 * of its flag. A flag such as `--no-pager` knows only its own fixed value, so any text is accepted.
 */
export function configurableValuesOf(option: ConfigurableOption): Values {
  if (isSwitch(option)) return onOrOff
  return option.value === undefined ? anyText : valuesOf(option)
}

/** Returns a value's description. Only output formats have one; other values explain themselves. */
function briefOf(name: string | undefined, word: string): string {
  const briefs: Readonly<Record<string, { readonly brief: string }>> = name === 'output' ? formats : {}
  return briefs[word]?.brief ?? ''
}
