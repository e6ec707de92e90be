/** Lines of `saved add` in which words of the command, or its name, are at the wrong side of `--`. Loaded for errors only. */
import type { CommandSpec } from './command-spec.ts'
import { validName } from './name.ts'
import { parse } from './parse.ts'
import { isFree } from './saved.ts'

/**
 * Returns the line that is meant by words after `saved add`: `food --limit 3 -- loans search`, `my food -- loans search`, or
 * `loans search -- food`. `undefined` without `--`, and for a line that would fail too.
 */
export function savedAddMeant(words: readonly string[], root: CommandSpec): readonly string[] | undefined {
  const end = words.indexOf('--')
  const [before, after] = [words.slice(0, end), words.slice(end + 1)]
  const firstOption = before.findIndex((word) => word.startsWith('-'))
  const names =
    firstOption === 0 ? before.slice(-1) : before.slice(0, firstOption < 0 ? undefined : firstOption)
  const options = firstOption < 0 ? [] : before.slice(firstOption, firstOption === 0 ? -1 : undefined)
  const candidates = [
    { name: names.join('-'), command: [...after, ...options] },
    { name: after.length === 1 ? (after[0] ?? '') : '', command: before },
  ]
  const isRunnable = (command: readonly string[]) => {
    const line = parse(command, root)
    return !line.problem && line.command.children.length === 0
  }
  const meant = candidates.find(
    ({ name, command }) => validName.test(name) && isFree(name, root) && isRunnable(command),
  )
  return end < 0 || !meant ? undefined : ['saved', 'add', meant.name, '--', ...meant.command]
}
