import type { Recipe } from './snippets.ts'

const tests = /^npx vitest run (.*?)( -u)?$/

/**
 * Returns the commands of all recipes once: those that write files first. The tests are all quick ones, not only those
 * that a recipe names, and the slow ones that check the project as a whole: a recipe must leave `npm run check` green.
 */
export function commandsOf(recipes: readonly Recipe[]): readonly string[] {
  const lines = recipes.flatMap(({ commands }) => commands.flatMap((line) => line.split(' && ')))
  const others = lines.filter((line) => !tests.test(line))
  const updated = testsOf(lines, ' -u')
  return [
    ...new Set([
      ...others.filter(writes),
      `npx vitest run ${updated.join(' ')} -u`,
      ...others,
      'npm run test:quick',
      `KIVA_TESTS=slow npx vitest run ${[...updated, ...testsOf(lines, undefined), 'test/startup', 'test/architecture'].join(' ')}`,
    ]),
  ]
}

const writes = (line: string) => line.startsWith('npm run ')

/** The files of all test commands, with or without `-u`. */
function testsOf(lines: readonly string[], update: ' -u' | undefined): readonly string[] {
  const named = lines.flatMap((line) => {
    const [, files = '', flag] = tests.exec(line) ?? []
    return files !== '' && flag === update ? files.split(' ') : []
  })
  return [...new Set(named)]
}
