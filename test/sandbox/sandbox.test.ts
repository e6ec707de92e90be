import { expect, test } from 'vitest'
import { type Endpoint, get, pathNames } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import { mapToRecords } from '../../src/sandbox/handlers/handler.ts'
import { categories } from '../../src/sandbox/marketplace/teams.ts'
import { ask, askJson, list, now, openSandbox } from './open.ts'

const paths = [
  '/v1/loans/search.json?status=funded&sort_by=popularity',
  '/v1/loans/2100001,2100100.xml',
  '/v1/lenders/robin1001/loans.json',
  '/v1/teams/search.html',
  '/v1/partners.json',
]
const answers = async (sandbox: ReturnType<typeof openSandbox>, order = paths) =>
  Object.fromEntries(await Promise.all(order.map(async (path) => [path, (await ask(sandbox, path)).text])))

test('the same seed, size and day give the same bytes, in any order of requests', async () => {
  const first = await answers(openSandbox())
  expect(await answers(openSandbox({ now: () => now + 3_600_000 }), paths.toReversed())).toEqual(first)
  const others = [
    openSandbox({ seed: 2 }),
    openSandbox({ loans: 301 }),
    openSandbox({ now: () => now + 86_400_000 }),
  ]
  for (const other of others) expect(await answers(other)).not.toEqual(first)
})

test('a sandbox that runs past midnight keeps its marketplace', async () => {
  let time = now
  const sandbox = openSandbox({ now: () => time })
  const before = await ask(sandbox, paths[0] ?? '')
  time += 86_400_000
  const after = await ask(sandbox, paths[0] ?? '')
  expect(after.text).toBe(before.text)
  expect(after.headers['date']).toBe('Sun, 15 Mar 2026 15:09:26 GMT')
})

test('among 100,000 loans, complete records are made only for the requested page', async () => {
  const sandbox = openSandbox({ loans: 100_000 })
  const { paging } = (await askJson(sandbox, '/v1/loans/search.json?q=maize+seed&sort_by=loan_amount')) as {
    paging: { total: number }
  }
  expect(paging.total).toBeGreaterThan(2000)
  expect(sandbox.made()).toBe(20)
  await askJson(sandbox, '/v1/loans/2200000.json')
  expect(sandbox.made()).toBe(21)
  await askJson(sandbox, '/v1/loans/search.json?ids_only=true&per_page=100')
  expect(sandbox.made()).toBe(21)
})

test('every example of the help finds records', async () => {
  const account = { id: 1, first_name: 'Robin', last_name: 'Thistle', is_public: true, is_developer: false }
  const sandbox = openSandbox({ loans: 2000, authorize: async () => ({ account }) })
  for (const resource of Object.values(catalogue))
    for (const endpoint of Object.values(resource.endpoints) as readonly Endpoint[])
      for (const example of endpoint.examples) {
        const path = requestLine(endpoint, example)
        const { status, text } = await ask(sandbox, path)
        expect(status, path).toBe(200)
        const lists = Object.entries(JSON.parse(text)).filter(([key]) => key !== 'paging')
        for (const [, value] of lists) expect(value, path).not.toEqual([])
      }
})

/** Returns the request of a help example: plain words are ids, known options are the query. */
function requestLine(endpoint: Endpoint, example: string): string {
  const words = [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const ids: string[] = []
  const query = new URLSearchParams()
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const name = word.replace(/^--?/, '').replaceAll('-', '_')
    if (!word.startsWith('-')) ids.push(encodeURIComponent(word))
    else if (name in endpoint.params || name === 'page') query.set(name, words[++at] ?? '')
    else at++
  }
  const [inPath] = pathNames(endpoint)
  return `/v1${inPath ? endpoint.path.replace(`:${inPath}`, ids.join()) : endpoint.path}.json?${query}`
}

test('an endpoint that exists only in the catalogue is routed, validated and described', async () => {
  const invented = get('/orchards/:orchard_ids/trees', {
    brief: 'List trees of orchards',
    returns: 'comment',
    paged: true,
    params: {
      orchard_ids: { kind: 'number', list: true, brief: 'orchard ids' },
      fruit: { kind: 'string', brief: 'what grows', choices: ['apple', 'plum'] },
    },
    examples: ['1'],
  })
  const with1 = { ...catalogue, orchards: { brief: 'Orchards', endpoints: { trees: invented } } }
  const sandbox = openSandbox({ catalogue: with1 })
  const trees = await list(sandbox, '/v1/orchards/1,2/trees.json?fruit=plum', 'comments')
  expect(trees.length).toBe(20)
  for (const tree of trees)
    expect(Object.keys(tree)).toEqual(expect.arrayContaining(['id', 'author', 'body', 'date']))
  expect(await list(sandbox, '/v1/orchards/1/trees.json?fruit=apple', 'comments')).toEqual(trees)
  expect((await ask(sandbox, '/v1/orchards/1/trees.json?fruit=pear')).status).toBe(400)
  expect((await ask(sandbox, '/v1/orchards/one/trees.xml')).status).toBe(400)
  expect((await list(sandbox, '/v1/methods.json', 'methods')).map(({ id }) => id)).toContain(
    'GET*|orchards|:orchard_ids|trees',
  )
  const [method] = await list(sandbox, '/v1/methods/GET*%7Corchards%7C%3Aorchard_ids%7Ctrees.json', 'methods')
  expect(method?.['arguments']).toContainEqual(
    expect.objectContaining({
      name: 'fruit',
      required: false,
      rules: [{ name: 'inList', values: ['apple', 'plum'] }],
    }),
  )
  expect((await ask(openSandbox(), '/v1/orchards/1/trees.json')).status).toBe(404)

  const planted = openSandbox({
    catalogue: with1,
    handlers: {
      [invented.path]: (_, values) => mapToRecords([values], (value) => ({ said: JSON.stringify(value) })),
    },
  })
  const [comment] = await list(planted, '/v1/orchards/3/trees.json?fruit=plum&page=1', 'comments')
  expect(comment).toEqual({ said: '{"orchard_ids":[3],"fruit":"plum","page":1}' })
})

test("methods describe every endpoint, and a parameter's choices are an inList rule", async () => {
  const sandbox = openSandbox()
  const methods = await list(sandbox, '/v1/methods.json', 'methods')
  const endpoints = Object.values(catalogue).flatMap((resource) => Object.keys(resource.endpoints))
  expect(methods.length).toBe(endpoints.length)
  for (const { id, uri } of methods) {
    expect(id).toBe(`GET*${String(uri).replaceAll('/', '|')}`)
    const [method] = await list(sandbox, `/v1/methods/${encodeURIComponent(String(id))}.json`, 'methods')
    expect(method?.['arguments']).toHaveLength(Number(method?.['argument_count']))
  }
  const [search] = await list(sandbox, '/v1/methods/GET*%7Cteams%7Csearch.json', 'methods')
  expect(JSON.stringify(search)).toContain('"inList","values":["Alumni Groups"')
})

test('the teams have exactly the categories of the catalogue', () => {
  expect(categories).toEqual(catalogue.teams.endpoints.search.params.category.choices)
})
