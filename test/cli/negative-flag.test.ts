/** A flag whose name begins with `no-` is an ordinary flag, not a negation. */
import { expect, test } from 'vitest'
import type { LoadAction } from '../../src/actions/run-action.ts'
import type { Action, ActionValues } from '../../src/commands/action.ts'
import { run } from '../harness.ts'

const action = {
  name: 'walk',
  brief: 'Walk',
  params: { no_browser: { kind: 'flag', brief: 'without one' } },
  examples: [''],
} as const satisfies Action
const seen: ActionValues<typeof action>[] = []
const load: LoadAction<ActionValues<typeof action>> = async () => async (_, values) => {
  seen.push(values)
}

test.each([
  [[], undefined],
  [['--no-browser'], true],
])('kiva walk %j sets no_browser to %j', async (words, expected) => {
  seen.length = 0
  const { code } = await run(['walk', ...words], {
    commands: { catalogue: {}, actions: [action], groups: {} },
    actions: { walk: load },
  })
  expect(code).toBe(0)
  expect(seen.map((values) => values.no_browser)).toEqual([expected])
})
