/** Rules between options: a command line that breaks one is refused in the standard form, before anything is sent. */
import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { allowedLines, optionRules } from '../oracles/option-rules.ts'

/** The message of a failure and its hint, from the words or from the JSON line. */
function told(stderr: string): { readonly message: string; readonly hint: string } {
  if (stderr.startsWith('{')) return JSON.parse(stderr).error
  const [, message = '', hint = ''] = /^error: (.*)\n(?:hint: (.*)\n)?/.exec(stderr) ?? []
  return { message, hint }
}

describe('is refused', () => {
  test.each(optionRules)('kiva $line', async ({ line, message, env = {}, tty }) => {
    const ran = await run(line.split(' '), { env, ...(tty && { terminal: 80 }) })
    expect([ran.code, ran.stdout, ran.requests, [...ran.folder]]).toEqual([2, '', [], []])
    expect(told(ran.stderr).message).toBe(message)
    expect(told(ran.stderr).hint).toMatch(/\.$/)
  })
})

test.each(allowedLines)('kiva %s is not refused', async (line) => {
  const { code, stderr } = await run(line.split(' '))
  expect([code, stderr.includes('cannot be used'), stderr.includes('requires')]).toEqual([0, false, false])
})
