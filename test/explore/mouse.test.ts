/** The mouse: what is shown at a place is done by a click there, and the wheel scrolls what is under it. */
import { expect, test } from 'vitest'
import { click, openSession, type Session } from './session.ts'

/** Clicks on the first place where a text is shown. */
async function clickOn(session: Session, text: string): Promise<void> {
  const lines = await session.screen()
  const row = lines.findIndex((line) => line.includes(text))
  expect(row, `${text} in\n${lines.join('\n')}`).toBeGreaterThanOrEqual(0)
  session.send(click(row, lines[row]?.indexOf(text) ?? 0))
  await session.quiet()
}

/** Turns the wheel at a row and column from 0. */
async function turn(session: Session, way: 'up' | 'down', row: number, column: number): Promise<void> {
  session.send(`\x1b[<${way === 'up' ? 64 : 65};${column + 1};${row + 1}M`)
  await session.quiet()
}

const shown = async (session: Session) => (await session.screen()).join('\n')

test('hints in the last line do what their keys do, also those of menus', async () => {
  const session = await openSession()
  await clickOn(session, 'space mark')
  expect(await shown(session)).toContain(' 1 marked')
  await clickOn(session, '/ filter')
  expect(await shown(session)).toContain('for example:')
  await clickOn(session, 'esc undo')
  await clickOn(session, '? keys')
  expect(await shown(session)).toContain('── Keys ──')
  await clickOn(session, 'esc cancel')
  expect(await shown(session)).toContain('space mark')
  await session.press('A')
  await clickOn(session, 'esc no')
  expect(await shown(session)).not.toContain('more loans?')
  await session.end()
})

test('rows of menus are chosen and done by a click, and the wheel moves the choice', async () => {
  const session = await openSession()
  await session.press('o')
  const menu = await session.screen()
  const row = menu.findLastIndex((line) => /^ [ >] ASKED/.test(line))
  session.send(click(row, 6))
  await session.until('lowest ASKED first')
  await session.press(':', 'lenders new')
  await clickOn(session, 'List the newest lenders')
  await session.until(' newest · ')
  await session.until(' loaded')
  await session.press('y')
  await clickOn(session, 'the command of this list')
  expect(await shown(session)).toContain('command copied: kiva lenders newest')
  await session.press('1')
  await session.until(' loaded')
  await session.press('s')
  const country = (await session.screen()).findIndex((line) => line.includes('   country '))
  session.send(click(country, 8))
  await session.quiet()
  expect(await shown(session)).toContain(' > country')
  await turn(session, 'down', 5, 5)
  expect(await shown(session)).toContain(' > sector')
  await session.end()
})

test('links and tabs open what they name, and an extract its record', async () => {
  const session = await openSession({ columns: 140, rows: 40 })
  await clickOn(session, 'lenders 23')
  await session.until('loan 2101484 · 23 lenders')
  await clickOn(session, '3 Teams')
  await session.until(' teams · most members first')
  await session.end()
  const small = await openSession()
  await clickOn(small, 'lenders 23')
  await small.until('loan 2101484 · 23 lenders')
  await small.press('H')
  await clickOn(small, 'fundraising · #2101484')
  await small.until('Repays')
  await small.end()
})

test('the wheel scrolls the list below an extract, and the page of a command', async () => {
  const session = await openSession()
  await turn(session, 'down', 18, 10)
  expect(await shown(session)).toContain('>  2101534')
  await session.press(':', 'portfolio show robin1001', 'enter')
  await session.until('lines 1 to 19 of ')
  await turn(session, 'down', 8, 10)
  expect(await shown(session)).toContain('lines 4 to 22 of ')
  await clickOn(session, 'esc close')
  expect(await shown(session)).toContain('>  2101534')
  await session.end()
})
