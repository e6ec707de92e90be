/** Compares `--jq` with the jq of Debian: the same records and expression must give the same results. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
import { jsonReply, run } from '../harness.ts'
import { alike, alikeOfAll, otherwise, sinceThen } from './jq-expressions.ts'

const recorded = ['loans-show.2019', 'loans-show.2017', 'loans-show-group.2017'].flatMap(
  (name): readonly Json[] =>
    JSON.parse(readFileSync(new URL(`../fixtures/answers/${name}.json`, import.meta.url), 'utf8')).loans,
)
const made = JSON.parse((await run(['--sandbox', 'loans', 'search', '--limit', '30', '-o', 'json'])).stdout)
const size = 20
const all: readonly Json[] = [...made, ...recorded]
const send: Send = async ({ url }) => {
  const page = Number(new URL(url).searchParams.get('page') ?? 1)
  const paging = { page, total: all.length, page_size: size, pages: Math.ceil(all.length / size) }
  return jsonReply({ paging, loans: all.slice((page - 1) * size, page * size) })
}

const kiva = (...words: readonly string[]) =>
  run(['loans', 'search', '--all', '--arg', 'where=Kenya', ...words], { send })
const records = (await run(['loans', 'search', '--all', '-o', 'ndjson'], { send })).stdout

/** Returns the stdout of the jq of the machine, even if it fails. */
async function jq(input: string, ...words: readonly string[]): Promise<string> {
  const running = promisify(execFile)('jq', ['-c', '--arg', 'where', 'Kenya', ...words], {
    maxBuffer: 2 ** 26,
    // jq 1.6 takes the times of fromdate and mktime for local ones.
    env: { ...process.env, TZ: 'UTC' },
  })
  // jq does not read its input if it rejects the expression.
  running.child.stdin?.on('error', () => {}).end(input)
  return (await running.catch((error) => error)).stdout
}

/** Parses results, because numbers and characters can be written in several ways. */
const values = (lines: string): readonly Json[] =>
  lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** One expression for all, since to start jq takes longer than to run one. */
const together = (expressions: readonly string[]) =>
  expressions.map((expression) => `(${expression})`).join(', ')

test('each expression gives the same as in jq', async () => {
  // With the expression beside each result, which a failure shows.
  const named = together(alike.map((expression) => `[${JSON.stringify(expression)}, (${expression})]`))
  const expected = values(await jq(records, named))
  expect(values((await kiva('--jq', named, '-o', 'ndjson')).stdout)).toStrictEqual(expected)
  expect((await kiva('--jq', together(alike), '-r')).stdout).toBe(await jq(records, '-r', together(alike)))
})

test('an expression without results prints nothing', async () => {
  expect(await kiva('--jq', 'empty', '-o', 'ndjson')).toMatchObject({ code: 0, stdout: '' })
})

test('with --slurp, each expression gives the same as in jq', async () => {
  const expression = together([...alikeOfAll, `.[] | (${together(alike)})`])
  expect((await kiva('--slurp', '--jq', expression, '-r')).stdout).toBe(
    await jq(records, '-s', '-r', expression),
  )
})

const version = Number(/\d+\.\d+/.exec((await promisify(execFile)('jq', ['--version'])).stdout)?.[0])

test.each(sinceThen)('$expression: jq differs up to version $until', async ({ expression, gives, until }) => {
  const { stdout } = await kiva('--limit', '1', '--jq', `null | ${expression}`, '-o', 'ndjson')
  const other = await jq('null', expression)
  expect(values(stdout)).toStrictEqual(values(`${gives}\n`))
  expect(other === `${gives}\n`, other).toBe(version > until)
})

test.each(otherwise)('$expression: kiva differs from jq', async ({ expression, jq: other, kiva: ours }) => {
  const two = records.split('\n').slice(0, 2).join('\n')
  expect(await jq(`${two}\n`, expression)).toBe(other)
  expect(await kiva('--limit', '2', '--jq', expression, '-o', 'ndjson')).toMatchObject(ours)
})
