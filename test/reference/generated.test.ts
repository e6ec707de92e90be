import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { globalOptions, settingsAlone } from '../../src/cli/settings/global-options.ts'
import { faultNames } from '../../src/commands/actions/sandbox.ts'
import { commands } from '../../src/commands/index.ts'
import { generated, pagesWithRegions } from '../../src/reference/generate.ts'
import { fill, regions } from '../../src/reference/markdown.ts'

const readPage = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

const pagesForUsers = [
  ...pagesWithRegions,
  ...'explore faults lenders login mirror recipes sandbox security service usage'
    .split(' ')
    .map((name) => `docs/${name}.md`),
]

describe('generated files', () => {
  test.each(Object.entries(generated))('%s is up to date: npm run generate writes it', async (path, make) => {
    const text = await readPage(path)
    expect(text).toBe(await make(text, commands))
  })

  test('each region is on one page', async () => {
    const texts = await Promise.all(pagesWithRegions.map(readPage))
    const pagesOf = (name: string) =>
      pagesWithRegions.filter((_, index) => texts[index]?.includes(`<!-- /${name} -->`))
    expect(Object.fromEntries(Object.keys(regions(commands)).map((name) => [name, pagesOf(name)]))).toEqual({
      resources: ['README.md'],
      install: ['docs/installing.md'],
      formats: ['docs/output.md'],
      settings: ['docs/settings.md'],
      'exit-codes': ['README.md'],
    })
  })

  test('docs/settings.md names every variable of the settings, and the pages for users no unknown ones', async () => {
    const variablesIn = (text: string) => [...new Set(text.match(/KIVA_\w+/g))]
    const settings = [...globalOptions, ...settingsAlone].flatMap((row) =>
      'env' in row ? (row.env ?? []) : [],
    )
    const listed = variablesIn(await readPage('docs/settings.md'))
    expect(settings.filter((name) => !listed.includes(name))).toEqual([])
    const others = [
      'KIVA_CACHE_DIR',
      'KIVA_CONFIG_DIR',
      'KIVA_STATE_DIR',
      'KIVA_RELEASES_URL',
      'KIVA_CLIENT_ID',
      'KIVA_CLIENT_SECRET',
      'KIVA_OAUTH_TOKEN',
      'KIVA_OAUTH_TOKEN_SECRET',
    ]
    const known = [...settings, ...others]
    const said = variablesIn((await Promise.all(pagesForUsers.map(readPage))).join('\n'))
    expect(
      said.filter((name) => !known.includes(name.replace(/_FILE$/, '')) && !known.includes(name)),
    ).toEqual([])
    // Other variables are on the page of their subject.
    expect(others.filter((name) => !said.includes(name))).toEqual([])
  })

  test('docs/faults.md has a row for each fault and no others', async () => {
    const text = await readPage('docs/faults.md')
    const rows = [...text.matchAll(/^\| `([a-z-]+)` \| [^|]{10,} \| [^|]{10,} \|$/gm)].map(([, name]) => name)
    expect(rows).toEqual(faultNames)
  })

  test('a stale region is replaced, and other text is unchanged', () => {
    expect(fill('a\n<!-- x -->\nold\n<!-- /x -->\nb', { x: 'new' })).toBe(
      'a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb',
    )
  })
})
