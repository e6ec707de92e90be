/** Runs that are killed, and resumed from their checkpoint to the same bytes. Needs `npm run build`. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kivaHere as kiva } from '../../support/here.ts'
import { start } from '../../support/process.ts'
import { closeServers, serveHttp } from '../../support/servers.ts'
import { until } from '../../support/until.ts'
import { listForEach, pages } from './list.ts'

const { file, folder, list, service, startUntil, text, undisturbed } = listForEach()

describe.each(['json', 'ndjson', 'xml', 'csv', 'tsv', 'yaml', 'geojson'])('-o %s', (format) => {
  test.each([
    [2, '1'],
    [17, '1'],
    [pages, '4'],
  ])('a run killed at page %i with --concurrency %s resumes to the same bytes', async (page, concurrency) => {
    const words = list('--out', file(`a.${format}`), '--concurrency', concurrency)
    const { child, ended } = await startUntil(page, [...words, '--checkpoint', file('c')])
    child.kill('SIGKILL')
    expect((await ended).code).toBe(137)
    expect(
      readdirSync(folder)
        .filter((name) => !/^c\.[0-9a-f]{8}\.tmp$/.test(name))
        .sort(),
    ).toEqual([`a.${format}.part`, `a.${format}.part.lock`, 'c'])
    // As if the run had written more than its checkpoint says.
    writeFileSync(file(`a.${format}.part`), 'cut', { flag: 'a' })
    service.held = undefined
    const { code } = await kiva([...words, '--resume', file('c')])
    expect([code, readdirSync(folder).sort()]).toEqual([0, [`a.${format}`, 'c']])
    expect(text(`a.${format}`)).toBe(await undisturbed(format))
  })
})

test('500 ids from a pipe, killed and resumed: each record and missing id is written once', async () => {
  const ids = Array.from({ length: 500 }, (_, at) => at + 1).join('\n')
  await closeServers()
  let hold = '/loans/201,'
  service.base = await serveHttp(({ url = '' }, response) => {
    if (hold !== '' && decodeURIComponent(url).includes(hold)) return
    const asked = (/\/loans\/([\d,]+)/.exec(decodeURIComponent(url))?.[1] ?? '').split(',').map(Number)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ loans: asked.filter((id) => id % 7 > 0).map((id) => ({ id })) }))
  })
  const words = [
    'loans',
    'show',
    '-',
    '--out',
    file('a.ndjson'),
    '--missing',
    file('gone'),
    '--base-url',
    service.base,
  ]
  const { child, ended } = start([...words, '--checkpoint', file('c')], {}, ids)
  await until('four parts are noted', () => existsSync(file('c')) && text('c').includes('"next":4,'))
  child.kill('SIGKILL')
  await ended
  hold = ''
  expect((await kiva([...words, '--resume', file('c')], {}, ids)).code).toBe(9)
  const numbers = Array.from({ length: 500 }, (_, at) => at + 1)
  expect(text('gone')).toBe(
    numbers
      .filter((id) => id % 7 === 0)
      .map((id) => `${id}\n`)
      .join(''),
  )
  expect(text('a.ndjson')).toBe(
    numbers
      .filter((id) => id % 7 > 0)
      .map((id) => `{"id":${id}}\n`)
      .join(''),
  )
})
