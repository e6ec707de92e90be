/** The documents lead somewhere: every link within the repository, and every file of it that a page or a comment names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = ['.', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

const sources = ['src', 'test', 'scripts', 'bin', '.github'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.([cm]?[jt]s|yml)$/.test(name))
    .map((name) => join(folder, name)),
)

/** Links of a page, without those in its code and those that lead out of the repository. */
function linksIn(text: string): readonly string[] {
  const prose = text.replace(/```[\s\S]*?```|^ {4}.*$|`[^`\n]*`/gm, '')
  return [...prose.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map((match) => match[1] ?? '')
}

/** The anchors that headings make. */
function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

/** What a text names below one of our folders, such as `src/api/gaps.ts` or `test/oracles`. */
function pathsIn(text: string): readonly string[] {
  const path = /(?<![\w./-])(?:src|test|scripts|bin|docs|\.ci|\.github)\/[\w./-]*\w/g
  return [...new Set(text.match(path))]
}

/** Files that a recipe tells to make: they are there when it has been followed. */
const inventions = (page: string) =>
  new Set([...read(page).matchAll(/^\/\/ (\S+) \(new\)$/gm)].map((match) => match[1]))

test.each(pages)('%s: every link leads to a file, and to a heading in it', (page) => {
  const broken = linksIn(read(page)).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsIn(read(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
  '%s: every file of ours that it names is there',
  (page) => {
    const invented = inventions(page)
    const missing = pathsIn(read(page)).filter((path) => !invented.has(path) && !existsSync(join(root, path)))
    expect(missing).toEqual([])
  },
)

describe('comments cite only pages that are there', () => {
  /** `docs/service.md, Limits`: a page, and one of its headings. */
  const citation = /(?<page>(?:docs\/)?[\w-]+\.md)(?:, (?<heading>[A-Z][\w ]+?))?(?=[.;:,)\]"'`\n]|$)/gm

  test('by its path, and by a heading of it', () => {
    const wrong = sources.flatMap((path) =>
      [...read(path).matchAll(citation)].flatMap(({ 0: cited, groups }) => {
        const page = groups?.['page'] ?? ''
        if (!existsSync(join(root, page))) return [`${path}: ${cited}`]
        const heading = groups?.['heading']
        const anchors = anchorsIn(read(page))
        return heading && !anchors.includes(heading.toLowerCase().replaceAll(' ', '-'))
          ? [`${path}: ${cited}`]
          : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('nothing is cited by a name of its own', () => {
    const names =
      /\bservice-facts\b|\bdesign §|\(practice\b|\bpractice §|(?<!docs\/)\b(?:service|performance|practice)\.md/
    expect(
      sources.filter((path) => path !== 'test/reference/links.test.ts' && names.test(read(path))),
    ).toEqual([])
  })
})
