/** The generated region of `docs/explore.md`: all keys. */
import { exploreKeys, keyGroups, keyWordsOf } from '../commands/explore-keys.ts'
import { table } from './table.ts'

/** Returns a table per group of keys. */
export const keyTables = (): string =>
  keyGroups
    .map(([group, actions]) => {
      const rows = actions.map((action) => [
        keyWordsOf(action)
          .split(' ')
          .map((key) => `\`${key}\``)
          .join(' '),
        exploreKeys[action].brief,
        `\`explore.keys.${action}\``,
      ])
      return `### ${group}\n\n${table(['keys', 'what they do', 'setting'], rows)}`
    })
    .join('\n\n')
