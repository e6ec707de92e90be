/** What `kiva help <topic>` tells of, besides commands. What it says is in `topics/`, loaded when it is asked for. */
export const topicNames = [
  'authorization',
  'bulk',
  'charts',
  'countries',
  'environment',
  'exit-codes',
  'faults',
  'fields',
  'formats',
  'global-options',
  'images',
  'jq',
  'output',
  'sandbox',
  'scripts',
  'sectors',
] as const

export type TopicName = (typeof topicNames)[number]

export function isTopic(word: string | undefined): word is TopicName {
  return (topicNames as readonly (string | undefined)[]).includes(word)
}
