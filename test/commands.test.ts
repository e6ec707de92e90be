/**
 * Every command in every format, with `kiva sandbox` over HTTPS. `test/recorder/commands.test.ts` runs every command in
 * every format in terminals.
 */

import { stripVTControlCharacters } from 'node:util'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatsOf } from '../src/api/endpoint.ts'
import { recordTypes } from '../src/api/records/record-types.ts'
import { lazy } from '../src/core/lazy.ts'
import { run, textSink } from './harness.ts'
import { approve } from './support/approve.ts'
import { endpoints, split, takeTurns } from './support/endpoints.ts'
import { type RunningSandbox, startSandbox } from './support/sandbox.ts'

let sandbox: RunningSandbox
/** The config folder after a login. */
const files = new Map<string, unknown>()
beforeAll(async () => {
  sandbox = await startSandbox()
  await logIn()
})
afterAll(async () => {
  await sandbox.stop()
})

/** Runs `kiva login` with a user who approves in a browser, all over HTTPS. */
async function logIn(): Promise<void> {
  let said = ''
  const stderr = textSink()
  const readLine = async () => {
    said = stderr.text()
    return approve(sandbox, said.match(/https:\S+\/oauth\/authorize\S+/)?.[0] ?? '')
  }
  const { code } = await run(['login', '--no-browser'], {
    ...sandbox.options,
    env: {
      ...sandbox.options.env,
      KIVA_CLIENT_ID: sandbox.client_id,
      KIVA_CLIENT_SECRET: sandbox.client_secret,
    },
    files,
    world: { stderr, stdin: { isTerminal: false, readAll: async () => '', readLine, async *chunks() {} } },
  })
  expect([code, stderr.text()]).toEqual([0, expect.stringContaining(' as Robin')])
}

/** Removes the colors of JSON on a terminal. */
const bare = stripVTControlCharacters

const terminals = { 'a pipe': undefined, 'a terminal of 80 columns': 80, 'a terminal of 200 columns': 200 }

const rows = endpoints.map((row, turn) => ({ ...row, turn }))

describe.each(rows)('$name', ({ words, first, endpoint, turn }) => {
  const ask = (more: readonly string[], terminal?: number) =>
    run([...words, ...first, ...more], { ...sandbox.options, files, ...(terminal && { terminal }) })

  test.each(Object.entries(terminals))('a table to %s is not empty and fits', async (_, terminal) => {
    const { code, stdout } = await ask(['-o', 'table', '--color', 'never'], terminal)
    expect(code).toBe(0)
    expect(stdout.trim()).not.toBe('')
    if (terminal)
      for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(terminal)
  })

  const piped = lazy(() => ask(['-o', 'json']))
  /** What formats for programs print. The gate is the same for all commands, so each prints one of them in a terminal. */
  const formats: Readonly<Record<string, (terminal?: number) => Promise<void>>> = {
    'json is an array, or an object for a single record': async (terminal) => {
      const { code, stdout } = await (terminal ? ask(['-o', 'json'], terminal) : piped())
      expect(code).toBe(0)
      expect(Array.isArray(JSON.parse(bare(stdout)))).toBe(recordTypes[endpoint.returns].single !== true)
    },
    'ndjson has the records of json, one per line': async (terminal) => {
      const array = [JSON.parse((await piped()).stdout)].flat()
      const { code, stdout } = await ask(['-o', 'ndjson'], terminal)
      expect(code).toBe(0)
      const lines = bare(stdout).trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual(array)
    },
    'xml is well-formed': async (terminal) => {
      const { code, stdout } = await ask(['-o', 'xml'], terminal)
      expect(code).toBe(0)
      expect(XMLValidator.validate(stdout)).toBe(true)
      expect(new XMLParser().parse(stdout)).toHaveProperty('response')
    },
    ...Object.fromEntries(
      formatsOf(endpoint).map((format) => [
        `--wire ${format}`,
        async (terminal?: number) => {
          const { code, stdout, requests } = await ask(['--wire', format], terminal)
          expect(code).toBe(0)
          expect(stdout.length).toBeGreaterThan(20)
          expect(requests[0]?.url).toContain(`.${format}`)
          if (format === 'json') JSON.parse(stdout)
          else if (format !== 'html') expect(XMLValidator.validate(stdout)).toBe(true)
        },
      ]),
    ),
  }
  const names = Object.keys(formats)

  test.each(names)('%s', async (name) => formats[name]?.())

  test.each(takeTurns(names, turn))('%s in a terminal', async (name) => formats[name]?.(80))
})

describe('the examples of the help find records', () => {
  const examples = endpoints.flatMap(({ words, endpoint }) =>
    endpoint.examples.map((example) => [...words, ...split(example)]),
  )
  test.each(examples.map((words) => [words.join(' '), words] as const))('kiva %s', async (_, words) => {
    const { code, stdout } = await run(words, { ...sandbox.options, files })
    expect(code).toBe(0)
    expect(stdout.trim()).not.toMatch(/^(\[\])?$/)
  })
})

test('the sandbox exits with 0 after a signal', async () => {
  const another = await startSandbox(['--http'])
  expect(another.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await another.stop()).toBe(0)
})
