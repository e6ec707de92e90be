/** The manual pages in `mandoc` and `man`, which must report no warnings. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../man', import.meta.url))
const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', MANWIDTH: '80', MANROFFSEQ: '' }

function told(program: string, ...args: readonly string[]): string {
  return execFileSync('sh', ['-c', '"$0" "$@" 2>&1', program, ...args], { env, encoding: 'utf8' })
}

describe.each(readdirSync(folder))('man/%s', (name) => {
  const path = join(folder, name)

  test('passes mandoc -T lint without messages', () => {
    expect(told('mandoc', '-T', 'lint', path)).toBe('')
  })

  test('renders in man without warnings, with its title and NAME section', () => {
    const [title = ''] = name.split('.')
    const shown = told('man', '--warnings', '-E', 'UTF-8', '-l', path).replaceAll(/.\x08/g, '')
    expect(shown).toMatch(new RegExp(`^${title.toUpperCase()}\\(\\d\\) `))
    expect(shown).toContain('NAME\n')
    expect(shown).not.toContain('warning:')
  })
})
