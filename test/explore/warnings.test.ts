/** What the command line says about odd values, on the screen. */
import { expect, test } from 'vitest'
import { run } from '../harness.ts'
import { openSession, type Session } from './session.ts'

const text = async (session: Session) => (await session.screen()).join('\n')
const status = async (session: Session) => (await session.screen()).at(-2)
const unknown = '"agri" is not a known sector. Did you mean --sector "Agriculture"?'

/** The form completes what begins a sector. */
const unknownSector = '"agrix" is not a known sector. kiva help sectors lists them.'

test('the search form shows that a sector is unknown, also after the next key', async () => {
  const session = await openSession({ argv: ['explore', 'loans', 'search'] })
  await session.press('s', 'down', 'down', 'down', 'down', 'agrix')
  expect(await text(session)).toMatch(/\n > sector +agrix/)
  await session.press('enter')
  await session.until('No loans found.')
  expect(await status(session)).toContain(unknownSector)
  await session.press('j')
  expect(await text(session)).toContain(` No loans found.\n ${unknownSector}`)
  await session.end()
})

test('the palette shows it, and so does the first place', async () => {
  const session = await openSession()
  await session.press(':', 'loans search --sector agri,Food', 'enter')
  expect((await session.screen())[1]).toContain(' agri, Food · ')
  expect(await status(session)).toContain(unknown)
  await session.end()
  const other = await openSession({ argv: ['explore', 'lenders', 'search', '--q', 'a', '--occupation', 'b'] })
  expect(await text(other)).toContain('The API ignores --occupation if --q is given.')
  await other.end()
})

test('the text mode prints it', async () => {
  const { stdout } = await run(['--sandbox', '--plain', 'explore', 'loans', 'search', '--sector', 'agri'], {
    stdin: ['loans search --sector agri,Food'],
  })
  expect(stdout.match(/"agri" is not a known sector\./g)).toHaveLength(2)
})
