/** test/seconds.json has each file that vitest.config.ts starts by its length: an unknown one would start before the longest. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { gate, linear, slow } from '../../vitest.config.ts'
import seconds from '../seconds.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `test/${path}`,
)

const signs: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '*': '[^/]*',
  '{': '(?:',
  '}': ')',
  ',': '|',
  '.': '\\.',
}

/** `test/{a,b}/**` and `*` as regular expressions. */
const patterns = [...slow, ...gate, ...linear].map((glob) => {
  const source = glob.replace(/\*\*\/|[*{},.]/g, (sign) => signs[sign] ?? sign)
  return new RegExp(`^${source}$`)
})
test('has every file that is not quick; npm run test:slowest writes them', () => {
  const timed = files.filter(
    (path) => path.endsWith('.e2e.ts') || patterns.some((pattern) => pattern.test(path)),
  )
  expect(timed.length).toBeGreaterThan(80)
  expect(timed.filter((path) => !(path in seconds))).toEqual([])
})

test('has no file that is gone', () => {
  expect(Object.keys(seconds).filter((path) => !existsSync(join(root, path)))).toEqual([])
})
