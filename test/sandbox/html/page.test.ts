import { expect, it } from 'vitest'
import { Html, html } from '../../../src/sandbox/html/page.ts'

it('escapes values, but not nested html templates', () => {
  const inner = html`<b>${'<&>'}</b>`
  expect(`${html`<p title="${`"'`}">${inner}${[inner, 'x>']}${7}</p>`}`).toBe(
    '<p title="&quot;&#39;"><b>&lt;&amp;&gt;</b><b>&lt;&amp;&gt;</b>x&gt;7</p>',
  )
})

it('prints nothing for undefined, false and empty strings', () => {
  expect(`${html`a${undefined}${false}${''}b`}`).toBe('ab')
  expect(`${html`a${0}b`}`).toBe('a0b')
})

it('rejects an object that only looks like HTML', () => {
  const fake = { toString: () => '<script>' } as unknown as Html
  expect(() => html`${fake}`).toThrow()
  expect(`${html`${new Html('<hr>')}`}`).toBe('<hr>')
})

it('replaces control and bidirectional characters', () => {
  expect(`${html`${'a\u0000b\u009bc\u202ed\ud800e\tf\ng'}`}`).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\tf\ng')
})
