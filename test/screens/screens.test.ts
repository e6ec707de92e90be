/**
 * The output of every command, kept in files for review: as text without color at 80 and 200 columns, the
 * first line of each in color for `cat`, and the best as pictures for the README. `npm run screens` updates
 * the files; review the diff.
 */
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { journeys } from '../explore/journeys.ts'
import { openSession } from '../explore/session.ts'
import { drawScreen } from './draw-screen.ts'
import { pictures, scenes, sessionPictures } from './scenes.ts'
import { takeScreen } from './take-screen.ts'

const names = Object.keys(scenes)

/** The most lines to keep of a screen. Help gets more. */
const most = (line: string) => (/help/.test(line) ? 60 : 32)

/** Returns a command line and its screen, shortened if it is long. */
function scene(line: string, columns: number, screen: string): string {
  const lines = screen.split('\n').map((text) => (text.length > 600 ? `${text.slice(0, 600)}…` : text))
  const rest = lines.length - most(line)
  const kept = rest > 1 ? [...lines.slice(0, most(line)), `… ${rest} lines more`] : lines
  return [`── ${columns} columns `.padEnd(columns, '─'), `$ ${line}`, '', ...kept, '', ''].join('\n')
}

async function scenesOf(line: string): Promise<string> {
  const narrow = await takeScreen(line, 80, 'never')
  const wide = await takeScreen(line, 200, 'never')
  return scene(line, 80, narrow) + (wide === narrow ? '' : scene(line, 200, wide))
}

test.each(names)('%s', async (name) => {
  const lines = scenes[name] ?? []
  const [first = ''] = lines
  let text = ''
  for (const line of lines) text += await scenesOf(line)
  await expect(text).toMatchFileSnapshot(`${name}.txt`)
  await expect(scene(first, 80, await takeScreen(first, 80, 'always'))).toMatchFileSnapshot(`${name}.ansi`)
})

test.each(Object.entries(pictures))('docs/screens/%s.svg', async (name, { line, columns }) => {
  const screen = `\x1b[2m$\x1b[22m ${line}\n\n${await takeScreen(line, columns, 'always')}`
  await expect(await drawScreen(columns, screen, line)).toMatchFileSnapshot(`../../docs/screens/${name}.svg`)
})

test.each(Object.entries(sessionPictures))(
  'docs/screens/%s.svg: kiva explore',
  async (name, { keys, columns, rows }) => {
    const session = await openSession({ columns, rows })
    await session.press(...keys)
    const screen = (await session.colored()).join('\n')
    expect((await session.end()).code).toBe(0)
    await expect(await drawScreen(columns, screen, 'kiva explore')).toMatchFileSnapshot(
      `../../docs/screens/${name}.svg`,
    )
  },
)

test('each snapshot file belongs to a scene, and the README shows each picture', async () => {
  const filesIn = async (folder: string) =>
    (await readdir(new URL(folder, import.meta.url))).filter((name) => !name.endsWith('.ts'))
  // test/explore/journeys.test.ts writes those of whole sessions.
  const sessions = [...Object.keys(journeys), 'photo'].map((name) => `explore-${name}`)
  const known = [...names, ...sessions, ...Object.keys({ ...pictures, ...sessionPictures })]
  const files = [...(await filesIn('.')), ...(await filesIn('../../docs/screens'))]
  expect(files.filter((name) => !known.includes(name.replace(/\.\w+$/, '')))).toEqual([])
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  for (const name of Object.keys({ ...pictures, ...sessionPictures }))
    expect(readme).toContain(`(docs/screens/${name}.svg)`)
})
