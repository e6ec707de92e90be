/** Drives the pages of the sandbox in Debian's Chromium, as a user would. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { User } from '../../src/sandbox/oauth/provider-state.ts'
import { chromiumPath } from './requirements.ts'

/** Starts the browser without background requests, and without its own sandbox, so that root can run it. */
export function startBrowser(): Promise<Browser> {
  const quiet = ['--disable-quic', '--disable-background-networking', '--disable-component-update']
  const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync', ...quiet]
  return chromium.launch({ executablePath: chromiumPath, args })
}

/** Opens a context with its own cookies. It accepts the self-signed certificate of `kiva sandbox`. */
export async function newVisitor(browser: Browser): Promise<BrowserContext> {
  const visitor = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false })
  // The time limit of a test: on a busy machine a page may need more than the default of 30 s.
  visitor.setDefaultTimeout(60_000)
  return visitor
}

/** Fills in the login page, if the browser shows it. */
export async function logIn(page: Page, person: User): Promise<void> {
  if (!(await page.title()).startsWith('Log in')) return
  await page.getByLabel('User name').fill(person.username)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the authorization page in a fresh tab and stops at its question. */
export async function openQuestion(visitor: BrowserContext, address: string, person: User): Promise<Page> {
  const page = await visitor.newPage()
  await page.goto(address)
  await logIn(page, person)
  await page.getByRole('heading', { name: /asks for access to your account/ }).waitFor()
  return page
}

/** Approves out of band. Returns the code on the page. */
export async function approve(visitor: BrowserContext, address: string, person: User): Promise<string> {
  const page = await openQuestion(visitor, address, person)
  await page.getByRole('button', { name: 'Approve' }).click()
  const code = await page.locator('.code').innerText()
  await page.close()
  return code.trim()
}

/** Presses a button that redirects to an address without a server. Returns the address. */
export async function followTo(page: Page, button: 'Approve' | 'Deny', callback: string): Promise<string> {
  const left = page.waitForEvent('request', (request) => request.url().startsWith(callback))
  await page.getByRole('button', { name: button }).click({ noWaitAfter: true })
  const address = (await left).url()
  await page.close()
  return address
}

/** Revokes an application's access in the account preferences, in a fresh tab. */
export async function revokeAccess(
  visitor: BrowserContext,
  preferences: string,
  person: User,
): Promise<void> {
  const page = await visitor.newPage()
  await page.goto(preferences)
  await logIn(page, person)
  await page
    .getByRole('button', { name: /^Revoke access/ })
    .first()
    .click()
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('status').innerText()).toMatch(/no longer has access/)
  await page.close()
}

/** Returns the words that a page breaks across lines, and the elements that overflow it. */
export function findBreaks(page: Page): Promise<readonly string[]> {
  return page.evaluate(lookForBreaks)
}

// Runs in the browser, whose types the project does not load.
const lookForBreaks = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const wrong = scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' wide'] : []
  for (const element of document.querySelectorAll('main, main *')) {
    const { right } = element.getBoundingClientRect()
    if (right > clientWidth + 0.5)
      wrong.push('<' + element.localName + '> ends at ' + right)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: word, index } of node.textContent.matchAll(/\\p{L}{2,24}/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) wrong.push('"' + word + '" is broken')
    }
  }
  return wrong
})()`

interface Sizes {
  /** Of all elements of the page. */
  readonly rightEdges: readonly number[]
  /** Of all buttons. */
  readonly heights: readonly number[]
}

// One call for all elements: a page has hundreds.
const measureSizes = `({
  rightEdges: [...document.querySelectorAll('main, main *')].map((part) => part.getBoundingClientRect().right),
  heights: [...document.querySelectorAll('button:not(.link)')].map((button) => button.getBoundingClientRect().height),
})`

const looks = [
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const

/**
 * Checks a page at phone and desktop width, in light and dark mode: nothing overflows, and buttons are large
 * enough for a thumb. Saves screenshots to the folder in KIVA_SCREENSHOTS, if set.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  const folder = process.env['KIVA_SCREENSHOTS']
  if (folder) await mkdir(folder, { recursive: true })
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const { rightEdges, heights } = await page.evaluate<Sizes>(measureSizes)
    expect(rightEdges.length).toBeGreaterThan(0)
    for (const edge of rightEdges)
      expect(edge, `${name}: the right edge at ${width} px`).toBeLessThanOrEqual(width)
    for (const height of heights) expect(height, `${name}: the height of a button`).toBeGreaterThanOrEqual(44)
    if (folder) {
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
}
