import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edit } from '../../../src/node/process/edit.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
const { signal } = new AbortController()

/** An editor that records its arguments and the mode of the file, and appends to the text. */
function editor(name = 'editor'): string {
  const path = join(root, `${name}.mjs`)
  writeFileSync(
    path,
    `import { appendFileSync, statSync, writeFileSync } from 'node:fs'
const words = process.argv.slice(2)
const file = words.at(-1)
writeFileSync(${JSON.stringify(join(root, 'seen.json'))}, JSON.stringify({ words, mode: statSync(file).mode & 0o777 }))
appendFileSync(file, ' edited')
writeFileSync(file + '~', 'a backup')
`,
  )
  return path
}
const seen = () => JSON.parse(readFileSync(join(root, 'seen.json'), 'utf8'))

test('the editor gets a copy with mode 0600, which is removed afterwards', async () => {
  const env = { EDITOR: `${process.execPath} ${editor()} --wait` }
  expect(await edit(folder, 'config.json', '{}', { env, signal })).toBe('{} edited')
  const { words, mode } = seen()
  expect([words[0], words[1].endsWith('/config.json'), mode]).toEqual(['--wait', true, 0o600])
  expect([readdirSync(folder), statSync(folder).mode & 0o777]).toEqual([[], 0o700])
})

test('VISUAL overrides EDITOR, may have quoted words, and is not run by a shell', async () => {
  const path = editor('my editor')
  const env = { EDITOR: 'false', VISUAL: `"${process.execPath}" '${path}' '$(touch ${root}/shell)' ; > x` }
  await edit(folder, 'config.json', '{}', { env, signal })
  expect(seen().words.slice(0, -1)).toEqual([`$(touch ${root}/shell)`, ';', '>', 'x'])
  expect(existsSync(join(root, 'shell'))).toBe(false)
})

test.each([
  ['/nowhere/editor', 'cannot start the editor /nowhere/editor'],
  [`${process.execPath} -e process.exitCode=3`, 'exited with code 3'],
  ['rm', 'the editor deleted config.json'],
])('the editor command %s is an error, and nothing is changed', async (command, said) => {
  const env = { EDITOR: command }
  await expect(edit(folder, 'config.json', '{}', { env, signal })).rejects.toMatchObject({
    kind: 'config',
    message: expect.stringContaining(said),
    hint: expect.stringContaining('Nothing was changed.'),
  })
  expect(readdirSync(folder)).toEqual([])
})
