import { expect, it } from 'vitest'
import { writeRecord } from '../../../src/sandbox/html/write-html.ts'

it.each([
  ['a<br />b<br /><br />c', 'a<br>b<br><br>c'],
  ['<br onload="x">', '&lt;br onload=&quot;x&quot;&gt;'],
  ['<br / onload=x>', '&lt;br / onload=x&gt;'],
  ['<script><br /></script>', '&lt;script&gt;<br>&lt;/script&gt;'],
  ['<<br />img src=x>', '&lt;<br>img src=x&gt;'],
  ['<b>&lt;br /&gt;</b>', '&lt;b&gt;&amp;lt;br /&amp;gt;&lt;/b&gt;'],
])('only the tag <br /> of a text becomes HTML: %s', (body, written) => {
  expect(String(writeRecord('comment', { id: 1, body }))).toContain(`<dd>${written}</dd>`)
  const description = { texts: { en: body } }
  expect(String(writeRecord('loan_detail', { id: 1, description }))).toContain(`</span> ${written}</li>`)
})
