import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { faultNames } from '../../src/commands/actions/sandbox.ts'
import { commands } from '../../src/commands/index.ts'
import { generated } from '../../src/reference/generate.ts'
import { fill, regions } from '../../src/reference/markdown.ts'

describe('generated files', () => {
  test.each(Object.entries(generated))('%s is up to date: npm run generate writes it', async (path, make) => {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
    expect(text).toBe(make(text, commands))
  })

  test('the README has every region', async () => {
    const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    for (const name of Object.keys(regions(commands))) expect(text).toContain(`<!-- /${name} -->`)
  })

  test('the README names every variable of the settings, and no unknown ones', async () => {
    const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const said = [...new Set(text.match(/KIVA_\w+/g))]
    const settings = globalOptions.flatMap(({ env }: OptionSpec) => env ?? [])
    expect(settings.filter((name) => !said.includes(name))).toEqual([])
    const others = [
      'KIVA_CACHE_DIR',
      'KIVA_CONFIG_DIR',
      'KIVA_STATE_DIR',
      'KIVA_CLIENT_ID',
      'KIVA_CLIENT_SECRET',
      'KIVA_OAUTH_TOKEN',
      'KIVA_OAUTH_TOKEN_SECRET',
    ]
    const known = [...settings, ...others]
    expect(
      said.filter((name) => !known.includes(name.replace(/_FILE$/, '')) && !known.includes(name)),
    ).toEqual([])
  })

  test('docs/faults.md has a row for each fault and no others', async () => {
    const text = await readFile(new URL('../../docs/faults.md', import.meta.url), 'utf8')
    const rows = [...text.matchAll(/^\| `([a-z-]+)` \| [^|]{10,} \| [^|]{10,} \|$/gm)].map(([, name]) => name)
    expect(rows).toEqual(faultNames)
  })

  test('a stale region is replaced, and other text is unchanged', () => {
    expect(fill('a\n<!-- x -->\nold\n<!-- /x -->\nb', { x: 'new' })).toBe(
      'a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb',
    )
  })
})
