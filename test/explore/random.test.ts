/** Random keys, clicks, pasted text, sizes and faults. A failing run names its seed. */
import { expect, test } from 'vitest'
import { actions } from '../../src/explore/keymap.ts'
import { width } from '../../src/output/terminal/width.ts'
import { hostileTexts } from '../../src/sandbox/hostile.ts'
import { seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { isLong } from '../e2e/how-long.ts'
import { click, keyBytes, ManualClock, openSession, pasted, type Session, serviceOf } from './session.ts'

/** Events of each seed. */
const events = isLong ? 5000 : 2000
/** Events of a session at most, so that each seed begins several: when the last answer comes is chance. */
const mostOfSession = 500
/** Events that arrive together. */
const mostAtOnce = 8

const keys = [
  ...Object.values(actions).flatMap((action): readonly string[] => action.keys),
  ...[
    'a',
    'e',
    'k',
    '2',
    '"',
    '-',
    'é',
    '語',
    '👩‍👩‍👧',
    'tab',
    'tab',
    'enter',
    'enter',
    'down',
    'down',
    'down',
  ],
].filter((key) => !['q', 'ctrl-c', 'p'].includes(key))
/** They end the session, so they come seldom. */
const endings = ['q', 'ctrl-c', 'p']

const starts: readonly (readonly string[])[] = [
  ['explore'],
  ['explore', 'lenders', 'newest'],
  ['explore', 'loans', 'show', '2100001', '1'],
  ['explore', 'partners', 'list', '--print', 'ids'],
  ['explore', 'lending-actions', 'recent'],
  ['explore', 'journal-entries', 'search'],
  ['explore', 'releases', 'current'],
]

const faults = ['server-error', 'cut', 'hostile-text', 'slow', 'repeated-pages', 'missing-paging'] as const

/** Throws if a part of the text is outside of the screen. */
function expectInside(text: string, { columns, rows }: { columns: number; rows: number }): void {
  for (const [, row, column, drawn = ''] of text.matchAll(/\x1b\[(\d+);(\d+)H((?:[^\x1b]|\x1b\[\d+m)*)/g)) {
    const end = Number(column) - 1 + width(drawn.replaceAll(/\x1b\[\d+m/g, ''))
    if (Number(row) > rows || Number(column) > columns || end > columns)
      throw new Error(`row ${row}, columns ${column} to ${end} of ${columns}×${rows}: ${drawn}`)
  }
}

// They compute, so they are as slow as the machine: the limit ends only an endless loop.
test.each([1, 2])(`${events} events from seed %i`, { timeout: 300_000 }, async (seed) => {
  const random = seedRandom(seed)('random session', 0)
  let size = { columns: 80, rows: 24 }
  let session: Session | undefined
  let [seen, started] = [0, 0]
  const start = async () => {
    seen = 0
    const clock = new ManualClock()
    const send = serviceOf({
      loans: 200,
      faults: faults.map((name) => ({ name, probability: 0.1 })),
      clock,
    })
    return openSession({ argv: random.pick(starts), send, ...size, isMute: random.chance(1 / 4) }, clock)
  }
  const inputs = [
    ...Array.from({ length: 12 }, () => () => keyBytes(random.pick(keys))),
    () => click(random.between(0, size.rows), random.between(0, size.columns)),
    () => `\x1b[<${random.pick([64, 65])};${random.between(1, 40)};${random.between(1, 20)}M`,
    () => pasted(random.pick([...hostileTexts, '2100001 2100002', 'q'])),
    () => (random.chance(1 / 20) ? keyBytes(random.pick(endings)) : '\x1b'),
  ]
  const check = (end: number) => {
    expectInside(session?.terminal.written().slice(seen, end) ?? '', size)
    seen = end
  }
  for (let event = 0; event < events; ) {
    if (!session) {
      started = event
      session = await start()
    }
    const count = random.between(1, mostAtOnce)
    for (let sent = 0; sent < count; sent++) session.send(random.pick(inputs)())
    event += count
    await session.quiet()
    if (random.chance(1 / 10)) await session.pass(3000)
    check(session.terminal.written().length)
    if (random.chance(1 / 15) && !session.isOver) {
      const next = { columns: random.between(1, 170), rows: random.between(1, 50) }
      check(await session.resize(next.columns, next.rows))
      size = next
      event += 1
    }
    if (!session.isOver && event - started < mostOfSession) continue
    const { code, stderr } = await session.end()
    expectEnd(code, stderr, `event ${event}`)
    session = undefined
  }
  const ran = await session?.end()
  if (ran) expectEnd(ran.code, ran.stderr, 'the end')
})

/** A session ends well or is canceled; an export that failed at its end has an exit code of its own. */
function expectEnd(code: number, stderr: string, when: string): void {
  if (code === 2 || code === 3)
    expect(stderr).toMatch(/"message":"(?:file already exists|no format for|.+ cannot be)/)
  else expect([0, 130], `${when}: ${stderr}`).toContain(code)
}
