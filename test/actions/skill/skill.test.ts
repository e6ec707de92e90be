/** `kiva skill`: short, of this version, and every command line in it runs. */
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../../../src/exit-codes.ts'
import { version } from '../../../src/version.ts'
import { run } from '../../harness.ts'

const { code, stdout: page, stderr } = await run(['skill'])

/** The command lines of the page: its indented blocks, and what stands between backticks and is whole. */
const lines = [
  ...[...page.matchAll(/^ {4}(kiva .*)$/gm)],
  ...[...page.matchAll(/`(kiva [a-z][^`<]*)`/g)],
].map(([, line]) => line ?? '')

/** The words of a line as a shell would split them. */
const split = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

describe('the page', () => {
  test('is Markdown with front matter, whatever the format', async () => {
    expect([code, stderr]).toEqual([0, ''])
    expect(page).toMatch(/^---\nname: kiva\ndescription: .{50,500}\n---\n\n# kiva\n/)
    expect(page).toContain(`version ${version}`)
    expect((await run(['skill', '-o', 'xml'])).stdout).toBe(page)
    expect((await run(['skill'], { terminal: 40 })).stdout).toBe(page)
  })

  test('has at most 1 500 words', () => {
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(1500)
  })

  test('has every exit code', () => {
    for (const { code, when } of Object.values(exitCodes)) expect(page).toContain(`| ${code} | ${when} |`)
  })

  test('has the fields of an error as they are told', async () => {
    const { stderr } = await run(['loans', 'show', '99', '-o', 'json'], { env: { KIVA_SANDBOX: '1' } })
    const named: readonly string[] = page.match(/\{"error":\{(.*)\}\}/)?.[1]?.match(/\w+/g) ?? []
    expect(Object.keys(JSON.parse(stderr).error).filter((name) => !named.includes(name))).toEqual([])
    expect(named.length).toBe(7)
  })
})

/** What tells that nobody is logged in. */
const refused = new Set(['kiva my account', 'kiva auth status -o json'])

test('there are command lines of every kind', () => {
  for (const words of ['commands', 'loans search', 'loans show -', 'api', 'help', 'auth', 'doctor'])
    expect(lines.filter((line) => line.startsWith(`kiva ${words} `))).not.toEqual([])
})

// A person logs in; this test is none.
test.each(lines.filter((line) => line !== 'kiva login'))('%s runs', async (line) => {
  const [words = '', file] = line.split(' < ')
  const { code, stdout, folder } = await run(split(words).slice(1), {
    env: { KIVA_SANDBOX: '1' },
    stdin: file === 'ids.txt' ? '2100001\n2100002\n' : '',
  })
  expect(code).toBe(refused.has(line) ? exitCodes.auth.code : 0)
  if (code === 0) expect([stdout, ...folder.values()].join('')).not.toBe('')
})
