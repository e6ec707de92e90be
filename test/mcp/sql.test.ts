/** The tool `sql`, with another process that a test makes up. test/process/mirror-serve.test.ts has real ones. */
import { expect, test } from 'vitest'
import type { World } from '../../src/core/context.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { OwnProcess } from '../../src/core/process.ts'
import { callOf, callOnce, eras, resultOf, session } from './session.ts'

const mirror = ['--mirror']
const statement = { statement: 'SELECT 1 AS one' }

interface Made extends Partial<World> {
  readonly started: Parameters<World['startOwnProcess']>[]
  readonly killed: string[]
}

/** Returns ports with a process that prints these pieces, and then ends. `Infinity` never ends by itself. */
function printing(pieces: readonly string[], code = 0, stderr = ''): Made {
  const started: Made['started'] = []
  const killed: string[] = []
  return {
    started,
    killed,
    startOwnProcess: async (...given) => {
      started.push(given)
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      if (code !== Number.POSITIVE_INFINITY) end()
      return {
        stdout: (async function* () {
          yield* pieces
          await ended
        })(),
        ended: ended.then(() => ({ code, stderr })),
        kill: () => {
          killed.push('killed')
          end()
        },
      } satisfies OwnProcess
    },
  }
}

test('only a mirror has the tool', async () => {
  const list = async (words: string[]) => {
    const { replies } = await session(eras[1], [{ method: 'tools/list' }], {}, words)
    return (resultOf(replies[0])['tools'] as readonly JsonObject[]).filter(({ name }) => name === 'sql')
  }
  expect(await list(['--sandbox'])).toEqual([])
  expect(await list(mirror)).toMatchObject([
    { inputSchema: { properties: { statement: { type: 'string' } } }, annotations: { readOnlyHint: true } },
  ])
})

test('the statement goes to stdin, and no secret to the process', async () => {
  const world = printing(['{"one"', ':1}\n'])
  const env = {
    ...{ HOME: '/home/robin', KIVA_DATA_DIR: '/data', KIVA_CONFIG_DIR: '/config', KIVA_OUTPUT: 'csv' },
    ...{ KIVA_CLIENT_ID: 'a', KIVA_CLIENT_SECRET: 'secret-1', KIVA_OAUTH_TOKEN: 'secret-2' },
    ...{ KIVA_OAUTH_TOKEN_SECRET: 'secret-3', kiva_oauth_token: 'secret-4', kiva_state_dir: '/state' },
  }
  expect(await callOnce('sql', statement, { world, env }, mirror)).toEqual({
    from: 'mirror',
    records: [{ one: 1 }],
    more: false,
  })
  const [[words, input, given = {}] = []] = world.started
  expect([words, input]).toEqual([
    ['sql', '-', '--temp', 'memory', '--output', 'ndjson', '--quiet'],
    statement.statement,
  ])
  expect(given).toMatchObject({ HOME: '/home/robin', KIVA_DATA_DIR: '/data', KIVA_CONFIG_DIR: '/config' })
  expect(given).toMatchObject({ kiva_state_dir: '/state' })
  expect(Object.keys(given).filter((name) => /^KIVA_.*(?<!_DIR)$/i.test(name))).toEqual([])
})

test('without a statement it lists the tables and their columns', async () => {
  const rows = [
    { table: 'loans', column: 'id', type: 'integer' },
    { table: 'loans', column: 'name', type: 'text' },
    { table: 'payments', column: 'amount', type: null },
  ]
  const world = printing(rows.map((row) => `${JSON.stringify(row)}\n`))
  const { tables } = await callOnce('sql', {}, { world }, mirror)
  expect(tables).toEqual({ loans: 'id integer, name text', payments: 'amount' })
  expect(world.started[0]?.[0]).toEqual(['sql', '--output', 'ndjson', '--quiet'])
})

test.each([
  [1000, false, 1000],
  [1001, true, 1000],
])('of %i rows, there are more: %s', async (count, more, shown) => {
  const world = printing([Array.from({ length: count }, (_, at) => `{"a":${at}}\n`).join('')])
  const answer = await callOnce('sql', statement, { world }, mirror)
  expect([(answer['records'] as readonly JsonObject[]).length, answer['more']]).toEqual([shown, more])
  expect(world.killed).not.toEqual([])
})

test('a statement ends after 30 s', async () => {
  const waits: number[] = []
  const world: Made = {
    ...printing(['{"a":1}\n'], Number.POSITIVE_INFINITY),
    sleep: async (milliseconds, signal) => {
      if (milliseconds === 30_000) waits.push(milliseconds)
      else await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  expect(await callOnce('sql', statement, { world }, mirror)).toMatchObject({
    kind: 'refused',
    message: 'the statement took longer than 30 s',
  })
  expect([waits.length, world.killed.length > 0]).toEqual([1, true])
})

test('the time of a statement ends with it, before the next one begins', async () => {
  const stops: AbortSignal[] = []
  const before: (readonly boolean[])[] = []
  const world: Partial<World> = {
    startOwnProcess: async (...given) => {
      before.push(stops.map(({ aborted }) => aborted))
      return (printing(['{"a":1}\n']) as World).startOwnProcess(...given)
    },
    sleep: async (milliseconds, signal) => {
      if (milliseconds === 30_000) stops.push(signal)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }
  await session(eras[1], [callOf('sql', statement), callOf('sql', statement)], { world }, mirror)
  expect(before).toEqual([[], [true]])
})

test('a row without an end is too long', async () => {
  const world = printing([`{"a":"${'x'.repeat(50_000)}`], Number.POSITIVE_INFINITY)
  expect(await callOnce('sql', statement, { world }, mirror)).toMatchObject({
    kind: 'refused',
    message: 'the first row is too long for an answer',
  })
})

test('statements run one after the other', async () => {
  const underWay: number[] = []
  let count = 0
  const world: Partial<World> = {
    startOwnProcess: async (...given) => {
      count += 1
      underWay.push(count)
      const child = await (printing(['{"a":1}\n']) as World).startOwnProcess(...given)
      const finish = () => {
        count -= 1
      }
      return { ...child, ended: child.ended.finally(finish) }
    },
  }
  const calls = [1, 2, 3].map(() => callOf('sql', statement))
  await session(eras[1], calls, { world }, mirror)
  expect(underWay).toEqual([1, 1, 1])
})

test('an error of the process is that of the call', async () => {
  const error = {
    kind: 'usage',
    message: 'SQL: no such table: x',
    hint: 'kiva sql lists the tables and their columns.',
  }
  const known = printing([], 2, `a note\n${JSON.stringify({ error })}\n`)
  expect(await callOnce('sql', statement, { world: known }, mirror)).toEqual({
    ...error,
    hint: 'sql without a statement lists the tables and their columns.',
    exit_code: 2,
  })
  const unknown = printing([], 1, 'Segmentation fault')
  expect(await callOnce('sql', statement, { world: unknown }, mirror)).toMatchObject({
    kind: 'bug',
    message: 'kiva sql ended with code 1',
  })
})

test('text of rows is sanitized', async () => {
  const world = printing([`${JSON.stringify({ name: 'a\u001b[2Jb\u202e' })}\n`])
  const { records } = await callOnce('sql', statement, { world }, mirror)
  expect(JSON.stringify(records)).not.toMatch(/\\u001b|\u202e/)
})
