/** What a document says of itself at its end. */
import { expect, test } from 'vitest'
import type { CacheEntry } from '../../../src/core/store.ts'
import { jsonReply, noon, run } from '../../harness.ts'

const footOf = (html: string) =>
  /<footer>.*<\/footer>/s
    .exec(html)?.[0]
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()

const send = async () => jsonReply({ loans: [{ id: 1, name: 'Loan 1' }] })
const hour = 3_600_000

test('its command and its time', async () => {
  const { stdout } = await run(['loans', 'newest', '-o', 'html', '--limit', '1'], { send })
  expect(footOf(stdout)).toBe('Made on 20 Nov 2026 12:00 UTC by  kiva loans newest -o html --limit 1')
})

test('how old a reply of the cache is', async () => {
  const cached = new Map<string, CacheEntry>()
  const words = ['loans', 'newest', '--cache', '1d', '-o', 'html']
  expect(footOf((await run(words, { send, cached })).stdout)).not.toContain('cache, read')
  const later = await run(words, { send, cached, now: noon + 3 * hour })
  expect([later.requests, footOf(later.stdout)]).toEqual([
    [],
    expect.stringMatching(/^From the cache, read 3h ago\. +Made on 20 Nov 2026 15:00 UTC by +kiva/),
  ])
})

test('no secret of its command', async () => {
  const { stdout } = await run(['loans', 'newest', '--param', 'oauth_token=a.b;c1234', '-o', 'html'], {
    send,
  })
  expect(stdout).not.toContain('a.b;c1234')
})
