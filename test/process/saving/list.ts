/** A list of 40 pages on loopback, and a folder for the files that runs write. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { folderForEach } from '../../support/folder.ts'
import { kivaHere } from '../../support/here.ts'
import { start } from '../../support/process.ts'
import { closeServers, serveHttp } from '../../support/servers.ts'
import { until } from '../../support/until.ts'

/** The number of pages of the list. */
export const pages = 40

/** Serves the list to the tests of a file. Each test has a service and a folder of its own. */
export function listForEach() {
  const folder = folderForEach()
  const file = (name: string) => join(folder, name)
  const text = (name: string) => readFileSync(file(name), 'utf8')
  const service: { base: string; held: number | undefined } = {
    base: '',
    /** While set, this page gets no reply. */
    held: undefined,
  }

  beforeEach(async () => {
    service.held = undefined
    service.base = await serveHttp(({ url = '' }, response) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
      if (page === service.held) return
      const paging = { page, total: 20 * pages, page_size: 20, pages }
      const loans = Array.from({ length: 20 }, (_, at) => ({
        id: 20 * page + at,
        name: `Đặng ${at}`,
        use: 'to buy maize & beans '.repeat(10),
      }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ paging, loans }))
    })
  })
  afterEach(closeServers)

  /** Returns a command line that reads the whole list. */
  const list = (...words: readonly string[]) => [
    'loans',
    'newest',
    '--all',
    ...words,
    '--base-url',
    service.base,
  ]

  /** Starts a run that stops at a page, and waits until its checkpoint has the page before. */
  async function startUntil(page: number, words: readonly string[]) {
    service.held = page
    const started = start(words)
    const noted = `"next":${page},`
    await until(`page ${page - 1} is noted`, () => existsSync(file('c')) && text('c').includes(noted))
    return started
  }

  const printed = new Map<string, string>()
  /** Returns the output of an uninterrupted run in a format. */
  async function undisturbed(format: string): Promise<string> {
    service.held = undefined
    const whole = printed.get(format) ?? (await kivaHere(list('-o', format))).stdout
    printed.set(format, whole)
    return whole
  }

  return { folder, file, text, service, list, startUntil, undisturbed }
}
