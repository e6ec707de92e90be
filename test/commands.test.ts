/** Every command in every format, in a terminal and in a pipe, with `kiva sandbox` over HTTPS. */

import { stripVTControlCharacters } from 'node:util'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatsOf } from '../src/api/endpoint.ts'
import { recordTypes } from '../src/api/records/record-types.ts'
import { run, textSink } from './harness.ts'
import { approve } from './support/approve.ts'
import { endpoints, split } from './support/endpoints.ts'
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

const views = [
  { to: 'a pipe', terminal: undefined },
  { to: 'a terminal of 80 columns', terminal: 80 },
  { to: 'a terminal of 200 columns', terminal: 200 },
] as const

describe.each(endpoints)('$name', ({ words, first, endpoint }) => {
  describe.each(views)('to $to', ({ terminal }) => {
    const ask = (...more: readonly string[]) =>
      run([...words, ...first, ...more], { ...sandbox.options, files, ...(terminal && { terminal }) })

    test('a table is not empty and fits into the terminal', async () => {
      const { code, stdout } = await ask('-o', 'table', '--color', 'never')
      expect(code).toBe(0)
      expect(stdout.trim()).not.toBe('')
      if (terminal)
        for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(terminal)
    })

    // Formats for programs do not know the width.
    if (terminal === 200) return

    let json: ReturnType<typeof ask> | undefined
    const askForJson = () => {
      json ??= ask('-o', 'json')
      return json
    }

    test('json is an array, or an object for a single record', async () => {
      const { code, stdout } = await askForJson()
      expect(code).toBe(0)
      const value = JSON.parse(bare(stdout))
      expect(Array.isArray(value)).toBe(recordTypes[endpoint.returns].single !== true)
    })

    test('ndjson has the records of json, one per line', async () => {
      const array = [JSON.parse(bare((await askForJson()).stdout))].flat()
      const { code, stdout } = await ask('-o', 'ndjson')
      expect(code).toBe(0)
      expect(
        bare(stdout)
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(array)
    })

    test('xml is well-formed', async () => {
      const { code, stdout } = await ask('-o', 'xml')
      expect(code).toBe(0)
      expect(XMLValidator.validate(stdout)).toBe(true)
      expect(new XMLParser().parse(stdout)).toHaveProperty('response')
    })

    test.each(formatsOf(endpoint))('--wire %s', async (format) => {
      const { code, stdout, requests } = await ask('--wire', format)
      expect(code).toBe(0)
      expect(stdout.length).toBeGreaterThan(20)
      expect(requests[0]?.url).toContain(`.${format}`)
      if (format === 'json') JSON.parse(stdout)
      else if (format !== 'html') expect(XMLValidator.validate(stdout)).toBe(true)
    })
  })
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
