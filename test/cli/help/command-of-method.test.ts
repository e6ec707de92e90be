/** `kiva methods show` prints the service's description of a method and the matching kiva command. */
import { expect, test } from 'vitest'
import type { Catalogue } from '../../../src/api/endpoint.ts'
import { commandOfMethod } from '../../../src/cli/help/command-of-method.ts'
import { catalogue } from '../../../src/commands/catalogue.ts'
import { run } from '../../harness.ts'

const endpoints = Object.entries<Catalogue[string]>(catalogue).flatMap(([resource, { endpoints }]) =>
  Object.entries(endpoints).map(([verb, { path }]) => ({
    path,
    words: `${resource} ${verb}`.replaceAll('_', '-'),
  })),
)

test.each(endpoints)('$path is kiva $words, whatever the names of its arguments', ({ path, words }) => {
  const joined = path.slice(1).replaceAll('/', '|')
  for (const id of [`GET*|${joined}`, `GET*${joined}`, `GET*|${joined.replaceAll(/:\w+/g, ':other')}`]) {
    expect(commandOfMethod(id, catalogue)?.words.replace(/ <.*/, '')).toBe(words)
  }
})

test.each(['GET*|nothing', '', 'loans search'])('%j matches no command', (id) => {
  expect(commandOfMethod(id, catalogue)).toBeUndefined()
})

test('the command is printed below the description of the service, with --sandbox kept', async () => {
  const { code, stdout } = await run(['--sandbox', 'methods', 'show', 'GET*|teams|:id|lenders'], {
    terminal: 80,
    env: { NO_COLOR: '1' },
  })
  expect(code).toBe(0)
  const [theirs = '', ours = ''] = stdout.split('\nkiva --sandbox teams lenders <id>\n')
  expect(theirs).toContain('Arguments (4)')
  expect(ours).toMatch(
    /^ {2}<id> +team id\n {2}--sort-by <order> +sort order: oldest, newest \(default: newest\)/,
  )
})

test('-o json omits the command', async () => {
  const { stdout } = await run(['--sandbox', 'methods', 'show', 'GET*|teams|:id|lenders', '-o', 'json'])
  expect(JSON.parse(stdout)).toMatchObject([{ id: 'GET*|teams|:id|lenders' }])
  expect(stdout).not.toContain('--sort-by')
})
