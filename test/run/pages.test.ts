/** Long pages of actions, and charts, scroll in the pager as lists do. */
import { expect, test } from 'vitest'
import { pagedScreen } from '../harness/pagers.ts'
import { jsonReply, run } from '../harness.ts'

test.each([['portfolio show robin1001'], ['portfolio calendar robin1001'], ['today'], ['doctor']])(
  'kiva %s',
  async (line) => {
    for (const rows of [5, 500]) {
      const on = pagedScreen(rows)
      const { code } = await run(['--sandbox', ...line.split(' '), '--color', 'never'], {
        terminal: 80,
        world: on.world,
      })
      expect(code).toBe(0)
      expect([on.shown.length, on.screen.text() === '']).toEqual(rows === 5 ? [1, true] : [0, false])
    }
  },
)

test.each(['portfolio show robin1001 -o json', 'saved list', 'shortlist list'])(
  'no pager for %s',
  async (line) => {
    const on = pagedScreen(2)
    await run(['--sandbox', ...line.split(' ')], { terminal: 80, world: on.world })
    expect(on.shown).toEqual([])
  },
)

const loans = Array.from({ length: 40 }, (_, at) => ({ id: at, sector: `Sector ${at}` }))
const send = async () => jsonReply({ paging: { page: 1, total: 40, pages: 1 }, loans })
const words = ['loans', 'search', '--by', 'sector', '-o', 'chart', '--color', 'never']

test('a chart has all its groups in the pager, and as many as fit without one', async () => {
  const on = pagedScreen(20)
  await run(words, { send, terminal: 80, world: on.world })
  expect(on.shown[0]?.text.match(/^Sector \d+/gm)).toHaveLength(40)
  const off = pagedScreen(20)
  await run(words, { send, terminal: 80, world: off.world, env: { KIVA_PAGER: 'cat' } })
  expect(off.shown).toEqual([])
  expect(off.screen.text().match(/^Sector \d+/gm)).toHaveLength(11)
})
