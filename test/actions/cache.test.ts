import { describe, expect, test } from 'vitest'
import type { CacheContent, CacheStore } from '../../src/core/store.ts'
import { noon, run } from '../harness.ts'

const minute = 60_000

/** A world whose cache has this content. */
function holding(content: CacheContent) {
  let left = content
  const store = {
    path: '/home/ada/.cache/kiva',
    content: async () => left,
    clear: async () => {
      left = { entries: 0, bytes: 0 }
      return content
    },
  } satisfies Partial<CacheStore>
  return { cache: async () => store as Partial<CacheStore> as CacheStore }
}

const some = { entries: 1203, bytes: 24_100_000, oldest: noon - 90 * minute, newest: noon - 20_000 }

describe('cache info', () => {
  test.each([
    [some, 'It has 1,203 entries (24MB): the oldest 1h old, the newest 20s.'],
    [{ ...some, entries: 1, bytes: 812 }, 'It has 1 entry (812 bytes), 1h old.'],
    [{ entries: 0, bytes: 0 }, 'It has no entries.'],
  ])('prints for people: %j', async (content, words) => {
    const { code, stdout } = await run(['cache', 'info'], { terminal: 80, world: holding(content) })
    expect([code, stdout]).toEqual([0, `The cache is in /home/ada/.cache/kiva.\n${words}\n`])
  })

  test('prints JSON, without dates if the cache is empty', async () => {
    const { stdout } = await run(['cache', 'info', '-o', 'json'], { world: holding(some) })
    expect(JSON.parse(stdout)).toEqual({
      folder: '/home/ada/.cache/kiva',
      entries: 1203,
      bytes: 24_100_000,
      oldest: '2026-11-20T10:30:00.000Z',
      newest: '2026-11-20T11:59:40.000Z',
    })
    const empty = await run(['cache', 'info', '-o', 'json'], { world: holding({ entries: 0, bytes: 0 }) })
    expect(JSON.parse(empty.stdout)).toEqual({ folder: '/home/ada/.cache/kiva', entries: 0, bytes: 0 })
  })
})

describe('cache clear', () => {
  test('clears the cache and prints how much was removed', async () => {
    const world = holding(some)
    const { code, stdout, requests } = await run(['cache', 'clear'], { terminal: 80, world })
    expect([code, stdout]).toEqual([0, 'Removed 1,203 entries (24MB) from /home/ada/.cache/kiva.\n'])
    expect(requests).toEqual([])
    const again = await run(['cache', 'clear', '-o', 'json'], { world: holding({ entries: 0, bytes: 0 }) })
    expect(JSON.parse(again.stdout)).toEqual({ folder: '/home/ada/.cache/kiva', entries: 0, bytes: 0 })
  })
})
