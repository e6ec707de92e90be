/** How much of its list a request reads, by its parts. */
import { expect, test } from 'vitest'
import { commandTree } from '../../src/cli/command-tree.ts'
import type { EndpointInvocation } from '../../src/cli/invocation.ts'
import { parse } from '../../src/cli/parse.ts'
import { readInvocation } from '../../src/cli/read-invocation.ts'
import { commands } from '../../src/commands/index.ts'
import { extentOf } from '../../src/records/request.ts'
import { makeWorld } from '../harness/world.ts'

test.each([
  ['loans search', 'first page', 4],
  ['loans search --all', 'all', 4],
  ['loans search --limit 45', 'first 45', 4],
  ['loans search --limit 45 --concurrency 9', 'first 45', 9],
  ['loans search --filter sector:food', 'all', 4],
  ['loans search --filter sector:food --limit 5', 'all, first 5', 1],
  ['loans search --filter sector:food --limit 5 --concurrency 2', 'all, first 5', 2],
  ['loans search --filter sector:food --limit 5 --order id', 'all, first 5', 4],
  ['loans search --new', 'first 5 pages', 1],
  ['loans search --new --all', 'all', 4],
  ['loans search --new --page 2', 'first page', 4],
  ['loans search --new --requests 2', 'all', 4],
  ['loans search --new --filter sector:food', 'all', 4],
  ['loans search --new --limit 5', 'all, first 5', 1],
  ['loans search --changes', 'all', 4],
  ['loans search --count', 'all', 1],
  ['loans search --count --filter sector:food', 'all', 4],
  ['loans search --by sector', 'all', 4],
  ['loans search --by sector --count', 'all', 4],
  ['loans search --by sector --new', 'all', 4],
  ['loans search --sum amount -o chart', 'all', 4],
  ['loans search --by sector --limit 45', 'first 45', 4],
  ['loans search --by sector --page 1', 'first page', 4],
  ['loans search --by sector --page 1 --all', 'all', 4],
  ['loans search --by sector --filter sector:food --limit 5', 'all, first 5', 1],
  ['partners list --only 101', 'all', 4],
  ['partners show 101', 'all', 1],
  ['partners show 101 --concurrency 3', 'all', 3],
] as const)('kiva %s reads %s, %i requests at once', async (line, much, atOnce) => {
  const { world } = makeWorld()
  const settings = async () => ({ baseUrl: 'https://api.example.org', output: 'json' }) as const
  const typed = parse(line.split(' '), commandTree(commands))
  const request = (await readInvocation(typed, commands, settings, world)) as EndpointInvocation
  const { all, limit, pages, concurrency } = extentOf(request)
  const first = [limit, pages && `${pages} pages`].flatMap((most) =>
    most === undefined ? [] : `first ${most}`,
  )
  const words = [...(all ? ['all'] : []), ...first].join(', ')
  expect([words || 'first page', concurrency]).toEqual([much, atOnce])
})
