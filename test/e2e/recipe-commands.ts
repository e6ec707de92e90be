import type { Recipe } from './snippets.ts'

const tests = /^npx vitest run (.*?)( -u)?$/

/** Returns the commands of all recipes once: those that write files first, and all tests in one run. */
export function commandsOf(recipes: readonly Recipe[]): readonly string[] {
  const lines = recipes.flatMap(({ commands }) => commands.flatMap((line) => line.split(' && ')))
  const others = lines.filter((line) => !tests.test(line))
  return [
    ...new Set([...others.filter(writes), ...testsOf(lines, ' -u'), ...others, ...testsOf(lines, undefined)]),
  ]
}

const writes = (line: string) => line.startsWith('npm run ')

function testsOf(lines: readonly string[], update: ' -u' | undefined): readonly string[] {
  const named = lines.flatMap((line) => {
    const [, files = '', flag] = tests.exec(line) ?? []
    return files !== '' && flag === update ? files.split(' ') : []
  })
  return named.length > 0 ? [`npx vitest run ${[...new Set(named)].join(' ')}${update ?? ''}`] : []
}
