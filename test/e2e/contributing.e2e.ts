/** Follows all recipes of docs/recipes-for-contributors.md in one copy of the project, where they must work together. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { isLong } from './how-long.ts'
import { commandsOf } from './recipe-commands.ts'
import { edited, recipesOf } from './snippets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const recipes = recipesOf(await readFile(join(root, 'docs/recipes-for-contributors.md'), 'utf8'))
const ignored = (await readFile(join(root, '.gitignore'), 'utf8')).split('\n').map((name) => basename(name))
const copy = folderForAll()
const files = new Set(recipes.flatMap(({ edits }) => edits.map(({ path }) => path)))
const lint = `npx biome check --write --error-on-warnings ${[...files].filter((path) => !path.endsWith('.md')).join(' ')}`
/** A recipe must leave `npm run check` green. What its own tests and those of the whole project say of it is said faster. */
const wholeSuite = ['npm run test:quick', 'npx vitest run test/startup']

/** Runs a line in the copy. With the environment of this test runner, the inner one would act as a worker. */
async function run(line: string): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const ended = promisify(execFile)('bash', ['-euc', line], { cwd: copy, env: { PATH, HOME } })
  await ended.catch(({ stdout, stderr }) => {
    throw new Error(`${line}\n${stdout}${stderr}`)
  })
}

beforeAll(async () => {
  const skipped = new Set([...ignored, '.git'])
  await cp(root, copy, { recursive: true, filter: (path) => !skipped.has(basename(path)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  // The Node of the tests of the mirror.
  await mkdir(join(copy, 'build'))
  await symlink(join(root, 'build/node-24'), join(copy, 'build/node-24'))
})

test('there are more than five recipes, each with snippets and commands', () => {
  expect(recipes.length).toBeGreaterThan(5)
  for (const { title, edits, commands } of recipes) {
    expect([title, edits.length > 0, commands.length > 0]).toEqual([title, true, true])
  }
})

test.each(recipes)('$title: every snippet can be applied', async ({ edits }) => {
  for (const edit of edits) {
    const path = join(copy, edit.path)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, edited(text, edit))
  }
})

describe('the copy with all recipes passes', () => {
  // As `npm run format` does with all files, which takes four times as long.
  test('the formatter and the linter, on the files of the snippets', () => run(lint), 120_000)
  test('npm run types', () => run('npm run types'), 120_000)
  test.each([...commandsOf(recipes), ...(isLong ? wholeSuite : [])])('%s', (line) => run(line), 900_000)
})
