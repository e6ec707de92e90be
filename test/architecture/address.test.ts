/** The address of the project and its owner stand in package.json. Pages that repeat them are compared with it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bugs, homepage, repository } from '../../package.json'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The pages that tell users what to type. */
const pages = ['README.md', 'docs/installing.md']

const sourceOf = repository.url.replace('git+', '')
const owner = new URL(sourceOf).pathname.split('/')[1] ?? ''

/** All files, but for what is installed, built or of git. */
const files = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isFile()
    ? [entry.name]
    : ['node_modules', 'dist', 'build', '.git'].includes(entry.name)
      ? []
      : readdirSync(join(root, entry.name), { recursive: true, withFileTypes: true })
          .filter((inner) => inner.isFile() && !inner.parentPath.includes('node_modules'))
          .map((inner) => join(inner.parentPath, inner.name).slice(root.length)),
)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('no other file has the address or the owner', () => {
  const host = new RegExp(`(?<![\\w.-])${escaped(new URL(homepage).host)}(?![\\w-]|\\.\\w)`)
  const tap = new RegExp(`(?<![\\w./-])${escaped(owner)}/\\w`)
  const found = files
    .filter((path) => ![...pages, 'package.json'].includes(path))
    .filter((path) => {
      const text = read(path)
      return host.test(text) || tap.test(text) || text.includes(bugs.url) || text.includes(sourceOf)
    })
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test.each(pages)('%s has the address and the owner of package.json', (page) => {
  const text = read(page)
  const addresses = [
    ...text.matchAll(/(https?:[^\s`|()]*?\/)(?:install\.sh|kiva\.json|kiva\.rb|releases)\b/g),
  ]
  const taps = [...text.matchAll(/([\w.-]+)\/tap\b/g)]
  expect(new Set(addresses.map(([, address]) => address))).toEqual(new Set(addresses.map(() => homepage)))
  expect(new Set(taps.map(([, name]) => name))).toEqual(new Set(taps.map(() => owner)))
  if (page === 'docs/installing.md') expect([addresses.length > 1, taps.length > 0]).toEqual([true, true])
})
