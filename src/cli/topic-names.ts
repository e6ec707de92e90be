/** The names of help topics. Their pages are in `help/topics/`, loaded when needed. */
export const topicNames = [
  'authorization',
  'bulk',
  'charts',
  'countries',
  'derived',
  'environment',
  'exit-codes',
  'explore',
  'faults',
  'fields',
  'filters',
  'formats',
  'global-options',
  'images',
  'jq',
  'marks',
  'mirror',
  'output',
  'sandbox',
  'scripts',
  'sectors',
] as const

export type TopicName = (typeof topicNames)[number]

export function isTopic(word: string | undefined): word is TopicName {
  return (topicNames as readonly (string | undefined)[]).includes(word)
}
