/** Links and paths in the docs, and paths in comments, exist. */
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

/** Returns the links of a page, except those in code and those to other sites. */
function linksIn(text: string): readonly string[] {
  const prose = text.replace(/```[\s\S]*?```|^ {4}.*$|`[^`\n]*`/gm, '')
  return [...prose.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map((match) => match[1] ?? '')
}

/** Returns the anchors of the headings. */
function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns the paths of project files that a text names, such as `src/api/gaps.ts` or `test/oracles`. */
function pathsIn(text: string): readonly string[] {
  const path = /(?<![\w./-])(?:src|test|scripts|bin|docs|\.ci|\.github)\/[\w./-]*\w/g
  return [...new Set(text.match(path))]
}

/** Returns the files that a recipe on the page creates. */
const inventions = (page: string) =>
  new Set([...read(page).matchAll(/^\/\/ (\S+) \(new\)$/gm)].map((match) => match[1]))

test.each(pages)('%s: every link leads to an existing file and heading', (page) => {
  const broken = linksIn(read(page)).filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsIn(read(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test.each(pages.filter((page) => page !== 'CHANGELOG.md'))(
  '%s: every project file that it names exists',
  (page) => {
    const invented = inventions(page)
    const missing = pathsIn(read(page)).filter((path) => !invented.has(path) && !existsSync(join(root, path)))
    expect(missing).toEqual([])
  },
)

describe('comments cite only existing pages', () => {
  /** `docs/service.md, Limits`: a page, and one of its headings. */
  const citation = /(?<page>(?:docs\/)?[\w-]+\.md)(?:, (?<heading>[A-Z][\w ]+?))?(?=[.;:,)\]"'`\n]|$)/gm

  test('by path, with an existing heading', () => {
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

  test('and do not use old names of documents', () => {
    const names =
      /\bservice-facts\b|\bdesign §|\(practice\b|\bpractice §|(?<!docs\/)\b(?:service|performance|practice)\.md/
    expect(
      sources.filter((path) => path !== 'test/reference/links.test.ts' && names.test(read(path))),
    ).toEqual([])
  })
})
