/** `kiva methods show`: what the service says of a method, and what this tool has for it. */
import { expect, test } from 'vitest'
import { commandOfMethod } from '../../../src/cli/help/command-of-method.ts'
import { type Catalogue, catalogue } from '../../../src/commands/index.ts'
import { run } from '../../harness.ts'

const endpoints = Object.entries<Catalogue[string]>(catalogue).flatMap(([resource, { endpoints }]) =>
  Object.entries(endpoints).map(([verb, { path }]) => ({
    path,
    words: `${resource} ${verb}`.replaceAll('_', '-'),
  })),
)

test.each(endpoints)('$path is $words, however its arguments are called', ({ path, words }) => {
  const joined = path.slice(1).replaceAll('/', '|')
  for (const id of [`GET*|${joined}`, `GET*${joined}`, `GET*|${joined.replaceAll(/:\w+/g, ':other')}`]) {
    expect(commandOfMethod(id, catalogue)?.words.replace(/ <.*/, '')).toBe(words)
  }
})

test.each(['GET*|nothing', '', 'loans search'])('%j is none of ours', (id) => {
  expect(commandOfMethod(id, catalogue)).toBeUndefined()
})

test('stands below the description of the service, as it is typed in this run', async () => {
  const { code, stdout } = await run(['--sandbox', 'methods', 'show', 'GET*|teams|:id|lenders'], {
    terminal: 80,
    env: { NO_COLOR: '1' },
  })
  expect(code).toBe(0)
  const [theirs = '', ours = ''] = stdout.split('\nkiva --sandbox teams lenders <id>\n')
  expect(theirs).toContain('Arguments (4)')
  expect(ours).toMatch(/^ {2}<id> +team id\n {2}--sort-by <by> +order of the results; one of: oldest, newest/)
})

test('what programs read is the answer alone', async () => {
  const { stdout } = await run(['--sandbox', 'methods', 'show', 'GET*|teams|:id|lenders', '-o', 'json'])
  expect(stdout).not.toContain('--sort-by')
})
