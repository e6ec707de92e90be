import { isLong } from './how-long.ts'
import type { Recipe } from './snippets.ts'

const tests = /^npx vitest run (.*?)( -u)?$/

/**
 * Returns the commands of all recipes once: those that write files first. The tests are those that the recipes name, each
 * file once, and in `npm run test:long` also those that look at the project as a whole.
 */
export function commandsOf(recipes: readonly Recipe[]): readonly string[] {
  const lines = recipes.flatMap(({ commands }) => commands.flatMap((line) => line.split(' && ')))
  const others = lines.filter((line) => !tests.test(line))
  const updated = testsOf(lines, ' -u')
  const named = testsOf(lines, undefined).filter((file) => !updated.includes(file))
  return [
    ...new Set([
      ...others.filter(writes),
      `npx vitest run ${updated.join(' ')} -u`,
      ...others,
      `npx vitest run ${(isLong ? [...named.filter((file) => !isOfWhole(file)), ...ofWhole] : named).join(' ')}`,
    ]),
  ]
}

/**
 * Tests that look at the project as a whole, by the start of their paths. Those of docs/commands.md ran in
 * `npm run generate`, and no recipe changes another example of the docs.
 */
const ofWhole = [
  'test/oracles',
  'test/cli',
  'test/architecture',
  ...['completion', 'generated', 'links', 'manual', 'roff'].map((name) => `test/reference/${name}`),
]
const isOfWhole = (file: string) => ofWhole.some((start) => file.startsWith(start))

const writes = (line: string) => line.startsWith('npm run ')

/** The files of all test commands, with or without `-u`. */
function testsOf(lines: readonly string[], update: ' -u' | undefined): readonly string[] {
  const named = lines.flatMap((line) => {
    const [, files = '', flag] = tests.exec(line) ?? []
    return files !== '' && flag === update ? files.split(' ') : []
  })
  return [...new Set(named)]
}
