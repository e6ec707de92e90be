/** The journeys as screens, kept in files for review: `cat test/screens/explore-lender.ansi`. */
import { expect, test } from 'vitest'
import { type JourneyName, journeys, travel } from './journeys.ts'
import { openSession } from './session.ts'

const names = Object.keys(journeys) as readonly JourneyName[]
const sizes = [
  { columns: 40, rows: 12 },
  { columns: 80, rows: 24 },
  { columns: 160, rows: 45 },
]

/** What each journey leaves behind, at every size. */
const ends: Readonly<Record<JourneyName, { code: number; stdout: string; stderr: string }>> = {
  lender: { code: 0, stdout: '', stderr: '2 marked: kiva loans show 2101611 2101643\n' },
  'who-else': { code: 0, stdout: '', stderr: '' },
  developer: { code: 0, stdout: '', stderr: '' },
  analyst: { code: 0, stdout: '', stderr: '' },
  script: { code: 0, stdout: '2101988\n2101981\n2101979\n', stderr: '' },
}

const plain = (line: string) => line.replaceAll(/\x1b\[\d+m/g, '').trimEnd()

test.each(names)('%s', async (name) => {
  let text = ''
  for (const [turn, size] of sizes.entries()) {
    const colored = await travel(name, { ...size, options: ['--images', 'none'] }, (session) =>
      session.colored(),
    )
    for (const shot of colored.shots) {
      const head = `── ${size.columns}×${size.rows} · ${shot.name} `.padEnd(size.columns, '─')
      text += `${[head, ...shot.lines].join('\n')}\n\n`
    }
    const sessions = [colored.session]
    // Each journey at one size, and each size in one journey or two.
    if (names.indexOf(name) % sizes.length === turn) {
      const mono = await travel(name, { ...size, env: { NO_COLOR: '1' } }, ({ screen }) => screen())
      const shown = colored.shots.map((shot) => ({ ...shot, lines: shot.lines.map(plain) }))
      expect(shown, 'colors only repeat what the text says').toEqual(mono.shots)
      sessions.push(mono.session)
    }
    for (const session of sessions) {
      if (name === 'script') await session.press('enter')
      const { code, stdout, stderr } = await session.end()
      expect({ code, stdout, stderr }).toEqual(ends[name])
      expect(session.mostAtOnce).toBeLessThanOrEqual(1)
    }
  }
  await expect(text).toMatchFileSnapshot(`../screens/explore-${name}.ansi`)
})

test('the story with its photo', async () => {
  let text = ''
  for (const size of sizes) {
    const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor' }
    const session = await openSession({ argv: ['--sandbox', 'explore'], ...size, env })
    await session.press('enter')
    if (size.columns > 40) await session.until('▀▀▀')
    text += `${[`── ${size.columns}×${size.rows} `.padEnd(size.columns, '─'), ...(await session.colored())].join('\n')}\n\n`
    await session.end()
  }
  await expect(text).toMatchFileSnapshot('../screens/explore-photo.ansi')
})
