import { describe, expect, test } from 'vitest'
import type { CacheContent, CacheStore } from '../../src/ports/store.ts'
import { noon, run } from '../harness.ts'

const minute = 60_000

/** A world whose cache holds this. */
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
    [some, 'It holds 1,203 answers (24 MB): the oldest 1 h old, the newest 20 s.'],
    [{ ...some, entries: 1, bytes: 812 }, 'It holds 1 answer (812 bytes), 1 h old.'],
    [{ entries: 0, bytes: 0 }, 'It holds no answers.'],
  ])('tells a person: %j', async (content, words) => {
    const { code, stdout } = await run(['cache', 'info'], { terminal: 80, world: holding(content) })
    expect([code, stdout]).toEqual([0, `The cache is in /home/ada/.cache/kiva.\n${words}\n`])
  })

  test('tells a program, without what is not there', async () => {
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
  test('removes, and tells how much', async () => {
    const world = holding(some)
    const { code, stdout, requests } = await run(['cache', 'clear'], { terminal: 80, world })
    expect([code, stdout]).toEqual([0, 'Removed 1,203 answers (24 MB) from /home/ada/.cache/kiva.\n'])
    expect(requests).toEqual([])
    const again = await run(['cache', 'clear', '-o', 'json'], { world: holding({ entries: 0, bytes: 0 }) })
    expect(JSON.parse(again.stdout)).toEqual({ folder: '/home/ada/.cache/kiva', entries: 0, bytes: 0 })
  })
})
