/** The pages of the sandbox's website, which records link to. */
import { describe, expect, test } from 'vitest'
import { at } from '../../src/api/records/field-values.ts'
import { hostileTexts } from '../../src/sandbox/hostile.ts'
import { writeLendPage } from '../../src/sandbox/html/write-lend-page.ts'
import { ask, list, openSandbox } from './open.ts'

const sandbox = openSandbox()
const textIn = (page: string) => page.replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('the page of a loan says whom one would lend to, and leads back', async () => {
  const [loan] = await list(sandbox, '/v1/loans/search.json?status=fundraising', 'loans')
  const { status, headers, text } = await ask(sandbox, `/lend/${at(loan, 'id')}`)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const words = textIn(text)
  for (const part of [
    `Here you would lend to ${at(loan, 'name')}`,
    at(loan, 'location.country'),
    at(loan, 'sector'),
  ])
    expect(words).toContain(String(part))
  expect(words).toMatch(/Asked \$[\d,]+ To go \$[\d,]+ Ends \d{4}-\d\d-\d\d/)
  expect(text).toContain(`href="/v1/loans/${at(loan, 'id')}.html"`)
  expect(text).toContain('href="/"')
})

test('a loan that ended says so', async () => {
  const [loan] = await list(sandbox, '/v1/loans/search.json?status=paid', 'loans')
  const words = textIn((await ask(sandbox, `/lend/${at(loan, 'id')}`)).text)
  expect(words).toContain(`${at(loan, 'name')} is no longer raising money`)
  expect(words).toMatch(/Status paid Asked \$[\d,]+ Raised \$[\d,]+/)
})

test.each(['/lend/1', '/lend/x', '/lend/2100001.json', '/lend/0', '/lend/999999999999', '/lend'])(
  '%s is not found',
  async (path) => {
    const { status, headers } = await ask(sandbox, path)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  },
)

test('only GET and HEAD are allowed', async () => {
  const [head, post] = [
    await ask(sandbox, '/lend/2100001', 'HEAD'),
    await ask(sandbox, '/lend/2100001', 'POST'),
  ]
  expect([head.status, post.status, post.headers['allow']]).toEqual([200, 405, 'GET, HEAD'])
})

test('the pages of lenders and teams lead to what the API says', async () => {
  const pages = [await ask(sandbox, '/lender/robin1001'), await ask(sandbox, '/team/a%2Fb')]
  expect(pages.map(({ status, headers }) => [status, headers['location']])).toEqual([
    [303, '/v1/lenders/robin1001.html'],
    [303, '/v1/teams/using_shortname/a%2Fb.html'],
  ])
})

describe('hostile text', () => {
  test.each(hostileTexts)('%j stays text', (text) => {
    const loan = { id: text, name: text, use: text, sector: text, status: text, location: { country: text } }
    const page = writeLendPage({ ...loan, image: { id: text } }).text
    expect(page).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>(?!&)/)
    expect(
      page.match(
        /<(?!\/?(?:!doctype|html|head|meta|title|style|body|header|p|b|a|main|h1|dl|div|dt|dd|footer|wbr|img)\b)/gi,
      ),
    ).toBeNull()
  })

  test('a record without fields is a page too', () => {
    expect(textIn(writeLendPage({}).text)).toContain('is no longer raising money')
  })
})
