import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import type { OptionSpec } from '../../src/cli/option-spec.ts'
import { globalOptions } from '../../src/cli/settings/global-options.ts'
import { commands } from '../../src/commands/index.ts'
import { manualPages, writeManualPage } from '../../src/reference/manual.ts'
import { escapeRoff } from '../../src/reference/roff.ts'

const at = (path: string) => new URL(`../../${path}`, import.meta.url)
const pages = manualPages(commands)
const names = pages.map(({ name, section }) => `${name}.${section}`)
const root = commandTree(commands)
const textOf = (name: string) => readFileSync(at(`man/${name}`), 'utf8')

describe('the manual', () => {
  test('has exactly the pages in man/, and package.json lists them all', () => {
    expect(readdirSync(at('man')).sort()).toEqual([...names].sort())
    const { man, files } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
    expect(man).toEqual(names.map((name) => `man/${name}`).sort())
    expect(files).toContain('man')
  })

  test('has a page for each top-level command, with every option of its subcommands', () => {
    for (const child of root.children) {
      const text = textOf(`${child.path.replaceAll(' ', '-')}.1`)
      for (const { path, options } of withDescendants(child)) {
        expect(text).toContain(escapeRoff(path))
        for (const { long } of options) expect(text, `${path} ${long}`).toContain(escapeRoff(long))
      }
    }
  })

  test('contains every global option and every variable', () => {
    for (const { long } of globalOptions) expect(textOf('kiva.1')).toContain(escapeRoff(long))
    const variables = (globalOptions as readonly OptionSpec[]).flatMap(({ env }) => env ?? [])
    expect(variables).toContain('KIVA_TIMEOUT')
    for (const variable of variables) expect(textOf('kiva-environment.7')).toContain(variable)
  })

  test('refers only to existing pages', () => {
    const there = new Set(names.map((name) => name.replace(/\.(\d)$/, '($1)')))
    for (const page of pages) {
      const named =
        writeManualPage(page)
          .replaceAll('\\-', '-')
          .match(/kiva[a-z-]*\(\d\)/g) ?? []
      expect(named.filter((name) => !there.has(name))).toEqual([])
    }
  })
})
