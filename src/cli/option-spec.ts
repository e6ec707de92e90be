/** An option as a value: what it is called, what it takes, and what help says of it. Free of any parser. */
import type { OpenSet } from '../api/endpoint.ts'
import { knownValues } from '../api/gaps.ts'
import type { ActionParam, Rule } from '../commands/action.ts'
import type { OutputFormat } from '../output/formats.ts'
import type { TopicName } from './topic-names.ts'

export interface OptionSpec {
  /** What its values are asked for by: the param's own name, `_` and all; ours where it is no param. */
  readonly name: string
  /** As it is typed, such as `--sort-by`. */
  readonly long: string
  /** One dash and one letter. */
  readonly short?: string
  /** What stands for its value in help; a flag takes none. */
  readonly value?: string
  /** What giving a flag says, `1` when left out: `--no-sandbox` is `sandbox` with `0`, `--no-pager` is `pager` with `cat`. */
  readonly says?: string
  /** What it says where it is given without the value that it takes: it may be. */
  readonly bare?: string
  readonly brief: string
  readonly group: 'Options' | 'Bulk options' | 'Output options' | 'Global options'
  /** A closed set. */
  readonly choices?: readonly string[]
  /** Of an open set. */
  readonly known?: readonly string[]
  /** Where help tells the values, which are too many for a command's own. */
  readonly topic?: TopicName
  readonly default?: string
  /** Repeats, and takes commas. */
  readonly list?: boolean
  /** With `list`: a comma belongs to the value. */
  readonly verbatim?: boolean
  /** Options of which one must be given too. */
  readonly requires?: readonly Rule[]
  /** Options that cannot be given too. Said by one of the two; `check-options.ts` and help read it both ways. */
  readonly conflicts?: readonly Rule[]
  /** The output formats that it can be used with; all when left out. */
  readonly formats?: readonly OutputFormat[]
  /** The output format that it asks for where `-o` is not given. */
  readonly implies?: OutputFormat
  /** The list of names in a command's help leaves it out: it is read beside the option that it requires. */
  readonly beside?: true
  /** Its value is the name of a file. */
  readonly file?: true
  /** The environment variable that stands in for it. */
  readonly env?: string
  /** May stand in the settings file. */
  readonly kept?: true
}

/** A rule about each of these options, with one hint. */
export const rules = (hint: string, ...options: readonly string[]): readonly Rule[] =>
  options.map((option) => ({ option, hint }))

/** How an option is written in help: `-o, --output <format>`. */
export function usageOf({ short, long, value, bare }: OptionSpec): string {
  const taken = bare === undefined ? `<${value}>` : `[${value}]`
  return [short, value === undefined ? long : `${long} ${taken}`].filter((part) => part).join(', ')
}

/** The sets that have a topic of their own. */
const topicOfSet: Readonly<Partial<Record<OpenSet, TopicName>>> = {
  country_code: 'countries',
  sector: 'sectors',
}

/** What a declaration says of the values of an option; what it leaves out stays out. */
export function valuesOfOption(
  param: Pick<ActionParam, 'choices' | 'known' | 'default' | 'list' | 'verbatim' | 'topic'>,
): Pick<OptionSpec, 'choices' | 'known' | 'topic' | 'default' | 'list' | 'verbatim'> {
  const topic = param.topic ?? (param.known && topicOfSet[param.known])
  return {
    ...(param.choices && { choices: param.choices }),
    ...(param.known && { known: knownValues[param.known] }),
    ...(topic && { topic }),
    ...(param.default !== undefined && { default: param.default }),
    ...(param.list && { list: true }),
    ...(param.verbatim && { verbatim: true }),
  }
}

/** `a, b or c`. */
export const wordList = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1')

/** A name of the wire or of a declaration, as the command line writes it. */
export const dashed = (name: string) => name.replaceAll('_', '-')
