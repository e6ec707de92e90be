/** Options as data: their names, values and help texts, independent of any parser. */
import type { OpenSet } from '../api/endpoint.ts'
import { knownValues } from '../api/gaps.ts'
import type { ActionParam, Offer, Rule } from '../commands/action.ts'
import type { OutputFormat } from '../output/formats.ts'
import type { TopicName } from './topic-names.ts'

export interface OptionSpec {
  /**
   * The key of its values. A param keeps its API name, underscores included; kiva's own options choose
   * theirs.
   */
  readonly name: string
  /** The long form, such as `--sort-by`. */
  readonly long: string
  /** The short form, such as `-o`. */
  readonly short?: string
  /** A name that people try in place of the long form. Help and completion leave it out. */
  readonly alias?: string
  /** The placeholder of its value in help; flags have none. */
  readonly value?: string
  /**
   * The value that a flag sets, `1` by default: `--no-sandbox` sets `sandbox` to `0`, `--no-pager` sets
   * `pager` to `cat`.
   */
  readonly flagValue?: string
  /** The value that the option sets if its own is left out. Present only if the value is optional. */
  readonly valueIfOmitted?: string
  readonly brief: string
  readonly group: 'Options' | 'Filter options' | 'Bulk options' | 'Output options' | 'Global options'
  /** The only values it accepts. */
  readonly choices?: readonly string[]
  /** Known values; it accepts others too. */
  readonly known?: readonly string[] | undefined
  /** What completion offers besides. */
  readonly offers?: readonly Offer[]
  /**
   * Its known values are fields of the command's records: all paths, fields with one value, fields to sum, or fields to
   * compare and average.
   */
  readonly knownFields?: 'paths' | 'values' | 'numbers' | 'measures'
  /** Its value is conditions on columns of the command's records. */
  readonly holdsConditions?: true
  /** The help topic that lists the values, if there are too many for the command's own help. */
  readonly topic?: TopicName
  readonly default?: string
  /** Can be repeated, and splits values at commas. */
  readonly list?: boolean
  /** With `list`: keeps commas as part of the value. */
  readonly verbatim?: boolean
  /** At least one of these options must be given too. */
  readonly requires?: readonly Rule[]
  /**
   * Options that cannot be used with this one. Declare a conflict on one side: `options/index.ts` and help
   * read it both ways.
   */
  readonly conflicts?: readonly Rule[]
  /** Beside these options it has no effect, and its rules do not count. */
  readonly yieldsTo?: readonly string[]
  /** The output formats that support it; all by default. */
  readonly formats?: readonly OutputFormat[]
  /** The output format that it selects if `-o` is not given. */
  readonly implies?: OutputFormat
  /** Left out of the option names in a command's help, because the option that it requires explains it. */
  readonly secondary?: true
  /** Its value is a file path. */
  readonly file?: true
  /** The environment variable that sets it. */
  readonly env?: string
}

/** Returns one rule per option, all with the same hint. */
export const rules = (hint: string, ...options: readonly string[]): readonly Rule[] =>
  options.map((option) => ({ option, hint }))

/**
 * Returns the option as help shows it: `-o, --output <format>`, `--status <status,…>` if it takes several
 * values with commas, `--param <key=value>...` if it can only be repeated.
 */
export function usageOf({ short, long, value, valueIfOmitted, list, verbatim }: OptionSpec): string {
  const shown = list && !verbatim ? `${value},…` : value
  const taken = `${valueIfOmitted === undefined ? `<${shown}>` : `[${shown}]`}${verbatim ? '...' : ''}`
  return [short, value === undefined ? long : `${long} ${taken}`].filter((part) => part).join(', ')
}

/** The help topics of open value sets. */
const topicOfSet: Readonly<Partial<Record<OpenSet, TopicName>>> = {
  country_code: 'countries',
  sector: 'sectors',
}

/** Copies the value rules of a declaration to an option spec. Absent keys stay absent. */
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

/** Joins words as `a, b or c`. */
export const wordList = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' or $1')
