import { expect, test } from 'vitest'
import { html, htmlLink } from '../../../src/output/gate/html.ts'

test('text has no sign that begins an element, an entity or the end of an attribute', () => {
  expect(html(`<b title="x" id='y'>&amp;`)).toBe('&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;')
  expect(html('a\u202eb\r\nc\0')).toBe('a\ufffdb\nc\ufffd')
})

test.each([
  ['https://www.kiva.org', 'lend/84', true],
  ['http://localhost:8080', 'lend/84', false],
  ['https://www.kiva.org', 'lend/84"><script>', false],
  ['https://www.kiva.org', 'logout', false],
  ['javascript:alert(1)//', 'lend/84', false],
])('a link to %s/%s: %s', (site, path, isLink) => {
  const link = htmlLink(site, path)
  expect(link.startsWith('<a href="https://www.kiva.org/lend/84"')).toBe(isLink)
  expect(link.includes('<')).toBe(isLink)
})
