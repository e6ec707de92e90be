/** The .deb files of build/release, as Debian's own programs read them. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }

const made = join(import.meta.dirname, '../../build/release')
const run = (program: string, words: readonly string[]) =>
  execFileSync(program, words, { cwd: made, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })

test.each(['amd64', 'arm64'])('lintian has no complaint about the .deb for %s', (architecture) => {
  const words = ['--fail-on', 'error,warning', '--tag-display-limit', '0', '--allow-root']
  const file = `kiva_${version}_${architecture}.deb`
  expect(run('lintian', [...words, file])).toBe('')
})

test('apt would install the .deb for amd64, and no other package with it', () => {
  const words = ['install', '--simulate', '--option', 'Debug::NoLocking=1', `./kiva_${version}_amd64.deb`]
  const steps = run('apt-get', words).match(/^(Inst|Remv) \S+/gm)
  expect(steps).toEqual(['Inst kiva'])
})
