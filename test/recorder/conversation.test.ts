/** Terminal output besides records: failures, usage errors and help, with strange text from outside. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { topicNames } from '../../src/cli/topic-names.ts'
import { faultNames } from '../../src/commands/actions/sandbox.ts'
import { commands } from '../../src/commands/index.ts'
import { KivaError } from '../../src/core/errors.ts'
import { jsonReply, type RunOptions, run, textReply } from '../harness.ts'
import { refusals } from '../oracles/refusals.ts'
import { split } from '../support/endpoints.ts'
import { faultyService, loggedIn } from './services.ts'
import { strangeText, strangeTexts } from './strange-text.ts'

// The harness checks all terminal output, as in every test. Most tests of this file only produce output.
const ask = (words: readonly string[], options: RunOptions = {}) =>
  run(words, { env: loggedIn, terminal: 80, ...options })

const seed = 20_261_120
const check = <T>(arbitrary: fc.Arbitrary<T>, judge: (value: T) => Promise<unknown>, numRuns = 20) =>
  fc.assert(
    fc.asyncProperty(arbitrary, async (value) => void (await judge(value))),
    { seed, numRuns },
  )

/** Arguments and environment variables cannot contain NUL. */
const word = strangeText.map((text) => text.replaceAll('\0', ''))

describe('help', () => {
  const pages = withDescendants(commandTree(commands)).map(({ path }) => [
    ...path.split(' ').slice(1),
    '--help',
  ])
  test.each([...pages, ...topicNames.map((name) => ['help', name])])('%s %s %s', async (...words) => {
    for (const terminal of [40, 80, 200]) {
      const { code, stdout } = await ask(words, { terminal })
      expect([code, stdout]).toEqual([0, expect.stringMatching(/\n$/)])
    }
  })
})

test('every refused command line prints an error with only allowed sequences', async () => {
  for (const { argv, stdin } of refusals) {
    const { stderr } = await ask(
      typeof argv === 'string' ? split(argv) : argv,
      stdin === undefined ? {} : { stdin },
    )
    expect(stderr).not.toBe('')
  }
})

test('strange text in options and arguments is printed with only allowed sequences', () =>
  check(word, async (text) => {
    const options: readonly OptionSpec[] = globalOptions
    const valued = options.flatMap(({ long, value }) => (value === undefined ? [] : [[`${long}=${text}`]]))
    const more = [
      '--fields',
      '--jq',
      '--arg',
      '--param',
      '--out',
      '--wire',
      '--sector',
      '--status',
      '--limit',
    ]
    for (const words of [...valued, ...more.map((long) => [`${long}=${text}`]), [`--${text}`], [text]]) {
      await ask(['loans', 'search', ...words])
    }
    for (const words of [[text], ['loans', text], ['lenders', 'show', text], ['help', text], ['api', text]]) {
      await ask(words)
    }
  }))

test('strange text in variables and settings is printed with only allowed sequences', () =>
  check(
    word,
    async (text) => {
      for (const { name, env } of globalOptions as readonly OptionSpec[]) {
        if (env !== undefined) await ask(['loans', 'newest'], { env: { [env]: text } })
        const files = new Map<string, unknown>([
          ['config', { [name]: text, [text]: 1, profiles: { [text]: 2 } }],
        ])
        await ask(['loans', 'newest'], { files })
      }
    },
    10,
  ))

/** Statuses of failures, and 200 for a reply without records. */
const statuses = [200, 301, 307, 400, 401, 403, 404, 410, 429, 500, 503]

test('strange text in error replies and headers is printed with only allowed sequences', () =>
  check(fc.tuple(strangeTexts, fc.constantFrom(...statuses)), async ([texts, status]) => {
    const at = (place: number) => texts[place % texts.length] ?? ''
    // Node.js accepts only these characters in a header.
    const header = (place: number) => at(place).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    const headers = {
      location: `https://${header(0)}.example/${header(1)}`,
      'retry-after': header(2),
      'content-type': `application/json${header(3)}`,
      'x-ratelimit-overall-limit': header(4),
      'x-ratelimit-overall-remaining': header(5),
      [`x-${header(6)}`]: header(0),
    }
    const problem = jsonReply({ code: `org.kiva.${at(0)}`, message: at(1), [at(2)]: at(3) }, status, headers)
    for (const reply of [
      problem,
      textReply(texts.join(''), status, { ...headers, 'content-type': 'text/html' }),
    ]) {
      for (const more of [[], ['-v'], ['--debug']]) {
        await ask(['loans', 'show', '1', ...more], { send: async () => reply })
      }
    }
  }))

test('strange text in network errors is printed with only allowed sequences', () =>
  check(strangeText, async (text) => {
    for (const error of [new KivaError('network', text, { hint: text }), new Error(text)]) {
      await ask(['loans', 'newest', '--debug'], { send: async () => Promise.reject(error) })
    }
  }))

test.each(faultNames)(
  'hostile records and the fault %s are printed with only allowed sequences',
  async (fault) => {
    const send = faultyService(fault)
    for (const more of [[], ['-v'], ['-o', 'json']]) {
      const { stdout, stderr } = await ask(['loans', 'search', '--all', '--limit', '30', ...more], { send })
      expect(stdout + stderr).not.toBe('')
    }
  },
)
