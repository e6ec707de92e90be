/** What completion offers as the value of an option or an argument. */

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
  /** Empty where the word says it all. */
  readonly brief: string
}

/** `none`: it takes no value. `text`: anybody's guess. `list`: several with commas between, each once. */
export interface Values {
  readonly kind: 'none' | 'text' | 'file' | 'one' | 'list'
  readonly set: readonly Candidate[]
}

type Described = Partial<
  Pick<OptionSpec, 'name' | 'value' | 'choices' | 'known' | 'list' | 'verbatim' | 'file'> &
    Pick<ArgumentSpec, 'setting'>
>

/** The names of settings, for the commands that are about one. */
export const settings: Values = {
  kind: 'one',
  set: configurableOptions.map(({ name, brief }) => ({ word: name, brief })),
}

const anyText: Values = { kind: 'text', set: [] }

export function valuesOf(spec: ArgumentSpec | OptionSpec): Values {
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

/** What a setting may be kept as: what its flag takes, or whether it is on; a flag that stands for one value of many says nothing of the others. */
export function keptValuesOf(option: ConfigurableOption): Values {
  if (isSwitch(option)) return onOrOff
  return option.value === undefined ? anyText : valuesOf(option)
}

/** Most values say themselves what they are. */
function briefOf(name: string | undefined, word: string): string {
  const briefs: Readonly<Record<string, { readonly brief: string }>> = name === 'output' ? formats : {}
  return briefs[word]?.brief ?? ''
}
