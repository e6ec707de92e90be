import { describe, expect, test } from 'vitest'
import { run } from '../harness.ts'
import { refusals } from './refusals.ts'
import { type CommandLine, requestLines } from './request-lines.ts'
import { dataEndpoints } from './service-table.ts'

const words = (argv: CommandLine) => (typeof argv === 'string' ? argv.split(' ') : argv)

/** Adds a test title that fits on a line. */
const titled = <Case extends { readonly argv: CommandLine }>(cases: readonly Case[]) =>
  cases.map((each) => ({
    title: JSON.stringify(words(each.argv).join(' ')).slice(1, -1).slice(0, 100),
    ...each,
  }))

describe('a command line becomes its request line', () => {
  test.each(titled(requestLines))('$title', async ({ argv, sends, env, stdin }) => {
    const { requests } = await run(words(argv), {
      ...(env && { env }),
      ...(stdin !== undefined && { stdin }),
    })
    const lines = requests.map(({ method, url }) => `${method} ${url}`)
    expect(lines).toEqual([sends].flat().map((line) => line.replace(' ', ' https://api.kivaws.org')))
  })

  test('each command is here at least twice', () => {
    const counts = dataEndpoints.map(({ command }) => [
      command,
      requestLines.filter(({ argv }) => ` ${words(argv).join(' ')} `.includes(` ${command} `)).length,
    ])
    expect(counts.filter(([, count]) => Number(count) < 2)).toEqual([])
  })
})

describe('a wrong command line is refused before anything is sent', () => {
  test.each(titled(refusals))('$title', async ({ argv, says, stdin }) => {
    const { code, stdout, stderr, requests } = await run([...words(argv)], {
      ...(stdin !== undefined && { stdin }),
    })
    expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] })
    for (const fragment of says) expect(told(stderr)).toContain(fragment)
  })

  test('with -o json it is one line of JSON, with -o table a text for people', async () => {
    const asJson = await run(['loans', 'search', '--status', 'payd', '-o', 'json'])
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { kind: 'usage', exit_code: 2 } })
    expect(asJson.stderr.trimEnd()).not.toContain('\n')
    const asText = await run(['loans', 'search', '--status', 'payd', '-o', 'table'])
    expect(asText.stderr).toContain('"payd"')
    expect(asText.stderr).not.toContain('{')
  })
})

/** Returns the message and hint of an error in JSON or text. */
function told(stderr: string): string {
  if (!stderr.startsWith('{')) return stderr
  const { error } = JSON.parse(stderr) as { error: { message: string; hint?: string } }
  return `${error.message}\n${error.hint ?? ''}`
}
