import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean, cleanLines, cleanRecord } from '../../../src/output/gate/text.ts'
import { htmlText } from '../../../src/output/terminal/html-text.ts'
import { unsafeIn } from '../helpers.ts'

describe('clean', () => {
  it.each([
    ['  to buy\r\n a   cow\t', 'to buy a cow'],
    ['a\x1b[1mb', 'a\ufffd[1mb'],
    ['a\u2028b\u0085c', 'a b c'],
  ])('%j becomes one line: %j', (text, shown) => expect(clean(text)).toBe(shown))

  it('cleanLines keeps the lines of a text', () =>
    expect(cleanLines('a\r\nb\rc\n\nd\te')).toBe('a\nb\nc\n\nd e'))

  it('cleanRecord removes all escape sequences from a record, colors too', () => {
    const record = JSON.parse('{"a\\u001b[1m":["\\u001b[36mx",{"__proto__":{"y":"\\u009b"}}],"n":1,"z":null}')
    const cleaned = cleanRecord(record)
    expect(unsafeIn(JSON.stringify(cleaned))).toEqual([])
    expect(JSON.stringify(cleaned)).toBe('{"a�[1m":["�[36mx",{"__proto__":{"y":"�"}}],"n":1,"z":null}')
    expect(({} as Record<string, unknown>)['y']).toBeUndefined()
  })

  it('cleanRecord cuts extremely deep nesting', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(JSON.stringify(cleanRecord(deep))).toContain('…')
  })
})

describe('HTML as text', () => {
  it.each([
    ['<p>One.</p>\r\n\r\n<p>Two <b>bold</b>\n words.</p>', 'One.\n\nTwo bold words.'],
    ['a<br />b<br/><br>c', 'a\nb\n\nc'],
    ['a<br/><br/><br/><br/>b', 'a\n\nb'],
    ['<ul><li>one<li>two</ul>after', '• one\n• two\n\nafter'],
    ['see <a href="https://example.org/x">this page</a>!', 'see this page (https://example.org/x)!'],
    ['<a href="http://www.example.org/">www.example.org</a>', 'www.example.org'],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<a href="https://example.org"><img src="x" alt="a cow"></a>', '[a cow] (https://example.org)'],
    ['<p>salt &amp; pepper &lt;3 caf&eacute;</p>', 'salt & pepper <3 café'],
    ['<p>&#27;[31m&#x9b;&#x202e;x</p>', '\ufffd[31m›\ufffdx'],
    ['<script>alert("<p>")</script><style>p{}</style><p>text</p>', 'text'],
    ['<b>bold</b>\r\nnext line', 'bold\nnext line'],
    ['plain\r\n\r\nlines with 1 < 2 & 3 > 2', 'plain\n\nlines with 1 < 2 & 3 > 2'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<p>unclosed <b>tags', 'unclosed tags'],
    [`${'<div>'.repeat(500)}deep<p>one <b>two</b></p><p>three</p>`, 'deep\n\none two\n\nthree'],
    ['', ''],
  ])('%j → %j', (html, text) => expect(htmlText(html)).toBe(text))

  it('the text is safe for any markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(
          unsafeIn(
            htmlText(`<p>${a}<a href="https://${b}">${b}</a>&#x1b;`).replaceAll(/[\u200c\u200d]/g, ''),
          ),
        ).toEqual([])
      }),
    )
  })
})
