/** What a state wants to be started. */
import { expect, test } from 'vitest'
import { effectsToStart } from '../../src/explore/next-request.ts'
import type { Effect } from '../../src/explore/state/state.ts'
import { stateOf } from './states.ts'

const size = { columns: 160, rows: 45 }
const page = { kind: 'page', tab: 1 } as const
const picture = {
  kind: 'picture',
  tab: 1,
  record: '1',
  picture: { key: 'a', room: { columns: 24, rows: 9 } },
} as const satisfies Effect

test('before the first screen is shown, only rows are asked for', async () => {
  const state = await stateOf({ size, isShown: false, tab: { isAskedFor: true, progress: 'more' } })
  expect(effectsToStart(state)).toEqual([page])
  expect(effectsToStart({ ...state, tab: { ...state.tab, progress: 'complete' } })).toEqual([])
})

test('then details, drawings and names follow, and names once', async () => {
  const state = await stateOf({ size, isShown: true, tab: { progress: 'complete' } })
  const kinds = (changes: Partial<typeof state>) =>
    effectsToStart({ ...state, ...changes }).map(({ kind }) => kind)
  expect(kinds({})).toEqual(['details', 'draw', 'names'])
  expect(kinds({ areNamesRead: true })).toEqual(['details', 'draw'])
  const { now } = state
  expect(kinds({ areNamesRead: true, lastKey: now - 10, keyBefore: now - 20 })).toEqual([])
})

test('one request is under way; a picture makes way for another request', async () => {
  const asked = await stateOf({
    isShown: true,
    areNamesRead: true,
    tab: { isAskedFor: true, progress: 'more' },
  })
  const requests = (request: Effect | undefined) =>
    effectsToStart({ ...asked, request }).filter(({ kind }) => kind !== 'draw')
  expect(requests(undefined)).toEqual([page])
  expect(requests({ kind: 'watch', tab: 1 })).toEqual([])
  expect(requests(picture)).toEqual([{ kind: 'cancel-picture' }])
})
