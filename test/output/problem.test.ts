import { describe, expect, it } from 'vitest'
import { KivaError } from '../../src/errors.ts'
import { tellProblem } from '../../src/output/problem.ts'

const limited = new KivaError('rate-limited', 'Too many requests (403): slow \x1b[1mdown', {
  hint: 'Wait a minute.',
  status: 403,
  code: 'org.kiva.RateLimitExceeded',
  retryAfter: 60,
  cause: new Error('the socket', { cause: 'a string' }),
})

describe('for people', () => {
  it('is a sentence and the next step, cleaned', () => {
    expect(tellProblem(limited, { errors: 'words', debug: false })).toEqual({
      text: 'error: Too many requests (403): slow �[1mdown\nhint: Wait a minute.\n',
      destination: 'people',
    })
  })

  it('has causes and the stack of the innermost error only in debug', () => {
    const { text } = tellProblem(limited, { errors: 'words', debug: true })
    expect(text).toMatch(
      /hint: Wait a minute\.\ncause: the socket\ncause: a string\nError: the socket\n +at /,
    )
  })

  it('does not hang on causes that go in circles', () => {
    const a = new Error('a')
    const b = new Error('b', { cause: a })
    a.cause = b
    expect(tellProblem(a, { errors: 'words', debug: true }).text).toContain('cause: b')
  })
})

describe('for programs', () => {
  it('is one line of JSON with what is known', () => {
    const { text, destination } = tellProblem(limited, { errors: 'json', debug: true })
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
    const { text } = tellProblem(new KivaError('usage', 'No.'), { errors: 'json', debug: false })
    expect(text).toBe('{"error":{"kind":"usage","message":"No.","exit_code":2}}\n')
  })
})

it.each([
  [new TypeError('x is not a function'), 'x is not a function'],
  ['thrown text', 'thrown text'],
  [undefined, 'undefined'],
  [Object.create(null), 'something that has no text'],
])('anything else that was thrown is a bug: %s', (thrown, words) => {
  const { text } = tellProblem(thrown, { errors: 'words', debug: false })
  expect(text).toBe(
    `error: Unexpected failure: ${words}\nhint: This is a bug in kiva. Run the command again with --debug, and report what it prints.\n`,
  )
  expect(tellProblem(thrown, { errors: 'json', debug: false }).text).toContain('"kind":"bug"')
})
