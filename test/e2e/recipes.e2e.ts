/** The recipes of docs/recipes.md for lenders and for database engines, run unchanged against the sandbox. */
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { toolLine } from '../support/process.ts'
import { duckdbPath } from './duckdb.ts'

const folder = folderForAll()
const programs = join(folder, 'bin')

/** `duckdb -c SQL` with DuckDB's package for Node, because no registry in .ci/run has its program. */
const duckdb = `const { DuckDBInstance } = require('${duckdbPath}')
DuckDBInstance.create(':memory:').then(async (instance) => {
  const result = await (await instance.connect()).runAndReadAll(process.argv[3])
  for (const row of result.getRowsJson()) console.log(row.join('|'))
})`

beforeAll(async () => {
  await mkdir(programs)
  await writeFile(join(programs, 'duckdb.cjs'), duckdb)
  const scripts = {
    kiva: `exec ${toolLine()} "$@"`,
    sendmail: 'cat',
    duckdb: `exec '${process.execPath}' '${join(programs, 'duckdb.cjs')}' "$@"`,
  }
  for (const [name, line] of Object.entries(scripts)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${line}\n`)
    await chmod(join(programs, name), 0o755)
  }
})

/** Returns each block of indented lines in a section. */
async function recipesOf(heading: string): Promise<readonly string[]> {
  const text = await readFile(new URL('../../docs/recipes.md', import.meta.url), 'utf8')
  const [section = ''] = text.split(`## ${heading}\n`)[1]?.split('\n## ') ?? []
  return [...section.matchAll(/(?:^ {4}.*\n)+/gm)].map(([lines]) => lines)
}

const run = promisify(execFile)

/** Runs a block of lines as a script, and returns its standard output. */
async function runRecipe(recipe: string): Promise<string> {
  const env = {
    PATH: `${programs}${delimiter}${process.env['PATH']}`,
    KIVA_SANDBOX: '1',
    KIVA_CONFIG_DIR: folder,
    KIVA_STATE_DIR: join(folder, 'state'),
  }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', recipe], { cwd: folder, env })
  return stdout
}

test('each recipe for lenders prints what it says', async () => {
  const recipes = await recipesOf('For lenders')
  expect(recipes).toHaveLength(14)
  const [short = '', fresh = '', partners = '', due = '', small = '', parents = '', ...others] = recipes
  const [saved = '', criteria = '', cron = '', changes = '', today = '', mail = '', page = '', news = ''] =
    others
  const outlooks = JSON.parse(await runRecipe(short)).map((loan: Derived) => loan.derived.funding?.outlook)
  expect(outlooks).toEqual(Array(10).fill('short'))
  const countries = JSON.parse(await runRecipe(fresh)).map((loan: Derived) => loan.location.country_code)
  expect([countries.length, new Set(countries).size]).toEqual([10, 10])
  expect(await runRecipe(partners)).toMatch(/^ID +\d+ +\d+ +\d+\nNAME /)
  const days = JSON.parse(await runRecipe(due)).map((loan: Derived) => loan.derived.repayment?.half_due)
  expect(days).toHaveLength(20)
  expect(days.every((day: unknown) => typeof day === 'string' && day < '2028')).toBe(true)
  for (const loan of JSON.parse(await runRecipe(small)) as readonly Derived[]) {
    expect(loan.loan_amount).toBeLessThanOrEqual(500)
    expect(['KE', 'UG']).toContain(loan.location.country_code)
  }
  const tags = JSON.parse(await runRecipe(parents)).map((loan: Derived) => loan.tags?.map(({ name }) => name))
  expect(tags.length).toBeGreaterThan(0)
  for (const names of tags) expect(names).toContain('#Parent')
  const columns = /\nID +((?:\d+ *){5})\nNAME /
  expect(await runRecipe(saved)).toMatch(columns)
  // The same search finds the same loans.
  expect(await runRecipe(saved)).toMatch(columns)
  const [, printed = ''] = (await runRecipe(criteria)).split('\n}\n')
  const chosen: readonly Derived[] = JSON.parse(printed)
  expect(chosen.length).toBeGreaterThan(0)
  for (const { derived, loan_amount, funded_amount, basket_amount = 0 } of chosen) {
    expect(derived.partner?.rating).toBeGreaterThanOrEqual(3)
    expect(derived.partner?.default_rate).toBeLessThanOrEqual(3)
    expect(derived.partner?.delinquency_rate).toBeLessThanOrEqual(12)
    expect(derived.repayment?.term).toBeLessThanOrEqual(14)
    expect(loan_amount - funded_amount - basket_amount).toBeGreaterThanOrEqual(25)
  }
  expect(await runRecipe(cron)).not.toContain('NAME')
  const [, line = ''] = cron.trim().split('\n')
  expect(await runRecipe(line)).toBe('')
  expect(await runRecipe(`KIVA_SANDBOX_DAY=5 ${line}`)).toMatch(/^ +ID +NAME +COUNTRY\n\d+ /)
  expect((await runRecipe(changes)).split('\n')).toContainEqual(expect.stringMatching(/^added ./))
  expect(await runRecipe(changes)).toBe('')
  expect(await runRecipe(today)).toMatch(
    /^Saved commands\n {2}criteria +first look: 20 records marked\n {2}food +first look: \d+ records marked$/m,
  )
  // The line for cron is the last one of the commands before it.
  expect(today.trim().split('\n').at(-1)?.trim()).toBe(/kiva today.*/.exec(mail)?.[0])
  expect(partsOf(await runRecipe(page))).toEqual({
    'text/plain': expect.stringMatching(/^# Today\n.*\n## Saved commands\n/s),
    'text/html': expect.stringMatching(/^<!doctype html>\n.*<h1 dir="auto">Today<\/h1>.*<\/html>\n$/s),
  })
  expect(await runRecipe(news)).toBe('')
})

/** Returns the texts of a message with several parts (RFC 2046 §5.1), by their types. */
function partsOf(message: string): Readonly<Record<string, string>> {
  const [head = '', ...parts] = message.split(/\n--part(?:--)?\n/)
  expect(head).toMatch(
    /^To: .*\nSubject: .*\nMIME-Version: 1\.0\nContent-Type: multipart\/alternative; boundary=part\n$/,
  )
  const read = parts.slice(0, -1).map((part) => {
    const [headers = '', body = ''] = part.split('\n\n')
    return [/text\/\w+/.exec(headers)?.[0], Buffer.from(body, 'base64').toString()]
  })
  return Object.fromEntries(read)
}

/** Lines that a test cannot run: one needs a person, the others a login. */
const elsewhere = /^(?:kiva explore|kiva auth header)/

test('each line with a pipe in the README and in the other recipes prints something', async () => {
  const texts = await Promise.all(
    ['README.md', 'docs/recipes.md'].map((name) =>
      readFile(new URL(`../../${name}`, import.meta.url), 'utf8'),
    ),
  )
  const known = (await Promise.all(['For lenders', 'DuckDB and SQLite'].map(recipesOf))).flat(2).join('')
  const lines = texts
    .flatMap((text) => [...text.matchAll(/^ {4}(?:\$ )?(.*[^|] \| [^|].*)$/gm)].map(([, line = '']) => line))
    .filter((line) => line.includes('kiva') && !elsewhere.test(line) && !known.includes(line))
  expect(lines).toEqual(expect.arrayContaining(['cut -f1 ids.tsv | kiva loans show - -o ndjson']))
  await runRecipe('kiva loans newest --limit 3 -o tsv > ids.tsv')
  for (const line of lines.filter((line) => !line.includes('--watch')))
    expect([line, await runRecipe(line)]).toEqual([line, expect.stringMatching(/./)])
})

interface Derived {
  readonly loan_amount: number
  readonly funded_amount: number
  readonly basket_amount?: number
  readonly tags?: readonly { readonly name: string }[]
  readonly location: { readonly country_code: string }
  readonly derived: {
    readonly funding?: { readonly outlook: string }
    readonly repayment?: { readonly half_due: string; readonly term: number }
    readonly partner?: {
      readonly rating: number
      readonly default_rate: number
      readonly delinquency_rate: number
    }
  }
}

test('each recipe for DuckDB and SQLite prints five amounts in descending order', async () => {
  const recipes = await recipesOf('DuckDB and SQLite')
  expect(recipes).toHaveLength(3)
  for (const recipe of recipes) {
    const rows = (await runRecipe(recipe)).trimEnd().split('\n')
    expect(rows, recipe).toHaveLength(5)
    const amounts = rows.map((row) => Number(row.split('|').at(-1)))
    expect(amounts, recipe).toEqual(amounts.toSorted((one, other) => other - one))
    expect(Math.min(...amounts)).toBeGreaterThan(0)
  }
})
