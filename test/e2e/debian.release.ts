/** The .deb files of build/release, as Debian's own check reads them. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }

const made = join(import.meta.dirname, '../../build/release')

test.each(['amd64', 'arm64'])('lintian has no complaint about the .deb for %s', (architecture) => {
  const words = ['--fail-on', 'error,warning', '--tag-display-limit', '0', '--allow-root']
  const file = `kiva_${version}_${architecture}.deb`
  expect(execFileSync('lintian', [...words, file], { cwd: made, encoding: 'utf8' })).toBe('')
})
