/** The pages of `kiva help <topic>`. */
import { didYouMean, nearest } from '../../../api/nearest.ts'
import { KivaError } from '../../../core/errors.ts'
import type { CommandSpec } from '../../command-spec.ts'
import { isTopic, type TopicName, topicNames } from '../../topic-names.ts'
import type { Page, Topic } from '../layout.ts'
import { environment } from './environment.ts'
import { mirror } from './mirror.ts'
import { charts, fields, formatsTopic, images, jq, output } from './output.ts'
import { bulk, countries, derived, filters, marks, sectors } from './records.ts'
import { authorization, exitCodesTopic, explore, globals, scripts } from './running.ts'
import { faults, sandbox } from './sandbox.ts'

export const topics: Readonly<Record<TopicName, Topic>> = {
  authorization,
  bulk,
  charts,
  countries,
  derived,
  environment,
  'exit-codes': exitCodesTopic,
  explore,
  faults,
  fields,
  filters,
  formats: formatsTopic,
  'global-options': globals,
  images,
  jq,
  marks,
  mirror,
  output,
  sandbox,
  scripts,
  sectors,
}

/**
 * Returns the page of a topic or of one of its parts. Throws `KivaError` of kind `usage` that suggests the
 * nearest name.
 */
export function topicPage(words: readonly string[], root: CommandSpec): Page {
  const [name = '', part, ...more] = words
  if (!isTopic(name)) {
    throw unknownTopic(name, [...topicNames, ...root.children.map((child) => child.name)], 'kiva help')
  }
  const { page, parts = {} }: Topic = topics[name]
  if (part === undefined) return page(root)
  const found = Object.hasOwn(parts, part) && more.length === 0 ? parts[part] : undefined
  if (!found) throw unknownTopic([part, ...more].join(' '), Object.keys(parts), `kiva help ${name}`)
  return found()
}

/** Where the help on something else is, by the words for it. */
const places: readonly (readonly [words: string, hint: string])[] = [
  ['settings setting preferences configuration', 'See kiva config --help and kiva help environment.'],
  ['date dates time times day days', 'See kiva help filters, and kiva help sandbox for --day.'],
  ['update updates upgrade install uninstall', 'kiva doctor --network prints the command that updates kiva.'],
  ['alias aliases shortcut shortcuts', 'See kiva saved --help: a saved command runs by its name.'],
  ['man manual manpage manpages', 'The manual pages: man kiva, man kiva-loans, man kiva-filters.'],
  ['pager color colors paging', 'See kiva help global-options.'],
  ['csv tsv json xml yaml parquet table', 'See kiva help formats.'],
]

function unknownTopic(typed: string, names: readonly string[], where: string): KivaError {
  const near = nearest(typed, names)
  const topic = `${where} ${typed}`.replace('kiva help ', '')
  const [, elsewhere] = places.find(([words]) => words.split(' ').includes(topic.toLowerCase())) ?? []
  return new KivaError('usage', `unknown help topic "${topic}"`, {
    hint: elsewhere ?? didYouMean(near && `${where} ${near}`, `See ${where}.`),
  })
}
