/** The HTML pages of `kiva sandbox` in a browser: index, lists and records. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataEndpoints } from '../oracles/service-table.ts'
import { findBreaks, newVisitor, startBrowser } from './browser.ts'
import { type Machine, type Service, startMachine } from './machine.ts'

/** Folder for screenshots; without one, none are taken. */
const screenshots = process.env['KIVA_SCREENSHOTS']

let browser: Browser
let machine: Machine
let service: Service
beforeAll(async () => {
  if (screenshots) await mkdir(screenshots, { recursive: true })
  browser = await startBrowser()
  machine = await startMachine()
  service = await machine.serve()
})
afterAll(async () => {
  await machine.close()
  await browser.close()
})

const pictures = '**/img/**'
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"/>'

let visitor: BrowserContext
let page: Page
beforeEach(async () => {
  visitor = await newVisitor(browser)
  page = await visitor.newPage()
  // A page shows up to 200 pictures. The sandbox draws each, which takes much longer than everything else here.
  await page.route(pictures, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }))
})
afterEach(() => visitor.close())

/** Checks the page at 400 and 1000 px, in light and dark mode: nothing overflows, and no word is broken. */
async function look(name: string): Promise<void> {
  for (const width of [400, 1000])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 1000 })
      await page.emulateMedia({ colorScheme })
      expect(await findBreaks(page), `${name} at ${width} px`).toEqual([])
      if (screenshots)
        await page.screenshot({ path: join(screenshots, `${name}-${width}-${colorScheme}.png`) })
    }
}

const open = (path: string) => page.goto(service.base_url + path)

test('the index has a form for each endpoint, and a form opens its document', async () => {
  await open('/')
  await look('index')
  expect(await page.locator('details').count()).toBe(dataEndpoints.length)
  for (const summary of await page.locator('summary').all()) await summary.click()
  await look('index-open')

  const search = page.locator('details', { has: page.locator('summary', { hasText: '/loans/search' }) })
  await search.getByLabel('fundraising').check()
  await search.getByLabel('funded', { exact: true }).check()
  await search.getByLabel('sort_by').selectOption('loan_amount')
  await search.getByRole('button', { name: 'Try it' }).click()
  expect(new URL(page.url()).pathname + decodeURIComponent(new URL(page.url()).search)).toBe(
    '/v1/loans/search.html?status=fundraising,funded&sort_by=loan_amount',
  )
  expect(await page.locator('article').count()).toBe(20)

  await page.getByRole('link', { name: 'kiva sandbox' }).click()
  const show = page.locator('details', { has: page.locator('summary', { hasText: '/methods/:ids' }) })
  await show.locator('summary').click()
  await show.getByRole('button', { name: 'Try it' }).click()
  expect(await page.locator('h2').first().innerText()).toBe('/loans/search')
})

test('a list links to the next page and back', async () => {
  await open('/v1/loans/newest.html')
  await look('list')
  const first = await page.locator('article h2').first().innerText()
  await page.getByRole('link', { name: 'After' }).first().click()
  expect(new URL(page.url()).search).toBe('?page=2')
  expect(await page.locator('.pages').first().innerText()).toMatch(/Page 2 of/)
  await page.getByRole('link', { name: 'Before' }).first().click()
  expect(await page.locator('article h2').first().innerText()).toBe(first)
})

test('a record shows its picture and links to related records', async () => {
  await page.unroute(pictures)
  await open('/v1/loans/2100001.html')
  await look('loan')
  expect(await page.evaluate(`document.querySelector('article img').naturalWidth`)).toBe(120)
  await page.getByRole('link', { name: 'Lenders' }).click()
  expect(new URL(page.url()).pathname).toBe('/v1/loans/2100001/lenders.html')
  await look('lenders')
  await page.getByRole('link', { name: 'robin1001' }).first().click()
  expect(await page.locator('h2').first().innerText()).toBe('Robin')
  await page.getByRole('link', { name: 'Loans' }).click()
  expect(new URL(page.url()).pathname).toBe('/v1/lenders/robin1001/loans.html')
  await page.goBack()
  await page.getByRole('link', { name: 'JSON' }).click()
  expect(JSON.parse(await page.locator('pre').innerText())).toHaveProperty('lenders')
})

test.each([
  ['updates', '/v1/loans/2100050/updates.html'],
  ['partners', '/v1/partners.html?page=2'],
  ['journal', '/v1/journal_entries/search.html?media=video'],
  ['comments', '/v1/journal_entries/500001/comments.html'],
  ['actions', '/v1/lending_actions/recent.html'],
  ['teams', '/v1/teams/201,202.html'],
  ['methods', '/v1/methods/GET*%7Cloans%7Csearch.html'],
  ['templates', '/v1/templates/images.html'],
  ['refusal', '/v1/loans/99.html'],
])('the page of %s fits the screen and breaks no word', async (name, path) => {
  await open(path)
  await look(name)
})
