/** HTML files of kiva in Debian's Chromium: nothing runs, nothing is requested, and everybody can read them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from './browser.ts'
import { type Machine, startMachine } from './machine.ts'

let browser: Browser
let machine: Machine
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiva-pages-'))
  browser = await startBrowser()
  machine = await startMachine()
})
afterAll(async () => {
  await browser.close()
  await machine.close()
  await rm(folder, { recursive: true })
})

const lines = [
  'portfolio show ngoc1028',
  'portfolio calendar ngoc1028',
  'today --peek',
  'loans show 2100001 2100003',
  'loans show 2100004 --full --lang all',
  'loans show 2100001 2100003 --across',
  'loans search --limit 40 --with funding,partner',
  'loans search --by sector,status --sum loan_amount',
  'loans journal-entries 2100003 --read',
  'partners show 101',
  'teams show 201',
  'lending-actions recent',
]

/** A phone in the dark, and a large window. */
const screens = [
  { width: 360, colorScheme: 'dark' },
  { width: 1400, colorScheme: 'light' },
] as const

/** Opens a file on both screens. */
async function check(html: string): Promise<void> {
  const file = join(folder, 'page.html')
  await writeFile(file, html)
  const address = pathToFileURL(file).href
  for (const { width, colorScheme } of screens) {
    const visitor = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const page = await visitor.newPage()
    const happened: string[] = []
    page.on('request', (request) => happened.push(request.url()))
    page.on('dialog', (dialog) => happened.push(dialog.message()))
    await page.goto(address)
    // Wide tables scroll alone.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
    const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
    expect(found, `at ${width}, ${colorScheme}`).toEqual([])
    expect(happened).toEqual([address])
    await visitor.close()
  }
}

async function made(line: string, env: Readonly<Record<string, string>> = { KIVA_SANDBOX: '1' }) {
  const { code, stdout, stderr } = await machine.kiva([...line.split(' '), '-o', 'html'], { env })
  expect([code, stderr.includes('error')]).toEqual([0, false])
  return stdout
}

test.each(lines)('kiva %s -o html', async (line) => {
  await check(await made(line))
})

test.each(['chart', 'map'])('-o %s in a file of that name', async (drawing) => {
  const file = join(folder, `${drawing}.html`)
  const line = `loans search --limit 200 -o ${drawing} --out ${file}`
  expect((await machine.kiva(line.split(' '), { env: { KIVA_SANDBOX: '1' } })).code).toBe(0)
  await check(await readFile(file, 'utf8'))
})

test('text of attackers runs nothing and requests nothing', async () => {
  const { env } = await machine.serve(['--fault', 'hostile-text'])
  await check(await made('loans show 2100001 2100003', env))
  await check(await made('loans search --limit 40', env))
})

test('a portfolio of 182 loans takes at most 60 kB', async () => {
  expect((await made('portfolio show ngoc1028')).length).toBeLessThan(60_000)
})
