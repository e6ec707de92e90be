/** `kiva skill` is short and up to date, and every command line in it runs. */
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../../src/core/exit-codes.ts'
import { version } from '../../src/core/version.ts'
import { run } from '../harness.ts'
import { split } from '../support/endpoints.ts'

const { code, stdout: page, stderr } = await run(['skill'])

/** The command lines of the page: in indented blocks, and complete ones between backticks. */
const lines = [
  ...[...page.matchAll(/^ {4}(kiva .*)$/gm)],
  ...[...page.matchAll(/`(kiva [a-z][^`<]*)`/g)],
].map(([, line]) => line ?? '')

describe('the page', () => {
  test('is the same Markdown with front matter for any format and width', async () => {
    expect([code, stderr]).toEqual([0, ''])
    expect(page).toMatch(/^---\nname: kiva\ndescription: .{50,500}\n---\n\n# kiva\n/)
    expect(page).toContain(`version ${version}`)
    expect((await run(['skill', '-o', 'xml'])).stdout).toBe(page)
    expect((await run(['skill'], { terminal: 40 })).stdout).toBe(page)
  })

  test('has at most 1,500 words', () => {
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(1500)
  })

  test('contains every exit code', () => {
    for (const { code, when } of Object.values(exitCodes)) expect(page).toContain(`| ${code} | ${when} |`)
  })

  test('lists the seven fields of an error', async () => {
    const { stderr } = await run(['loans', 'show', '99', '-o', 'json'], { env: { KIVA_SANDBOX: '1' } })
    const named: readonly string[] = page.match(/\{"error":\{(.*)\}\}/)?.[1]?.match(/\w+/g) ?? []
    expect(Object.keys(JSON.parse(stderr).error).filter((name) => !named.includes(name))).toEqual([])
    expect(named.length).toBe(7)
  })
})

/** Commands that fail because nobody is logged in. */
const refused = new Set(['kiva my account', 'kiva auth status -o json'])

test('there are command lines of each kind', () => {
  for (const words of ['commands', 'loans search', 'loans show -', 'api', 'help', 'auth', 'doctor'])
    expect(lines.filter((line) => line.replace('--sandbox ', '').startsWith(`kiva ${words} `))).not.toEqual(
      [],
    )
})

test('ids that exist only in the sandbox are shown with --sandbox', () => {
  const withIds = lines.filter((line) => /\b\d{5,}\b|\brobin\d+\b/.test(line))
  expect(withIds.length).toBeGreaterThan(2)
  expect(withIds.filter((line) => !line.startsWith('kiva --sandbox '))).toEqual([])
})

// `kiva login` needs a user.
test.each(lines.filter((line) => line !== 'kiva login'))('%s runs', async (line) => {
  const [words = '', file] = line.split(' < ')
  const { code, stdout, folder } = await run(split(words).slice(1), {
    env: { KIVA_SANDBOX: '1' },
    stdin: file === 'ids.txt' ? '2100001\n2100002\n' : '',
  })
  expect(code).toBe(refused.has(line) ? exitCodes.auth.code : 0)
  if (code === 0) expect([stdout, ...folder.values()].join('')).not.toBe('')
})
