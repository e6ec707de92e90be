/** The manual as the programs read it that show it: `mandoc` and `man`, none of which has anything to say. */
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

  test('is clean for mandoc', () => {
    expect(told('mandoc', '-T', 'lint', path)).toBe('')
  })

  test('is clean for man, and shows what it is', () => {
    const [title = ''] = name.split('.')
    const shown = told('man', '--warnings', '-E', 'UTF-8', '-l', path).replaceAll(/.\x08/g, '')
    expect(shown).toMatch(new RegExp(`^${title.toUpperCase()}\\(\\d\\) `))
    expect(shown).toContain('NAME\n')
    expect(shown).not.toContain('warning:')
  })
})
