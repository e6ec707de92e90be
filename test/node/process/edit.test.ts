import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { edit } from '../../../src/node/process/edit.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
const { signal } = new AbortController()

/** An editor that notes its arguments and the mode of the file, and writes more behind its text. */
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

test('a copy for its owner alone, of which nothing stays', async () => {
  const env = { EDITOR: `${process.execPath} ${editor()} --wait` }
  expect(await edit(folder, 'config.json', '{}', { env, signal })).toBe('{} edited')
  const { words, mode } = seen()
  expect([words[0], words[1].endsWith('/config.json'), mode]).toEqual(['--wait', true, 0o600])
  expect([readdirSync(folder), statSync(folder).mode & 0o777]).toEqual([[], 0o700])
})

test('VISUAL wins; words may be quoted, and no shell reads them', async () => {
  const path = editor('my editor')
  const env = { EDITOR: 'false', VISUAL: `"${process.execPath}" '${path}' '$(touch ${root}/shell)' ; > x` }
  await edit(folder, 'config.json', '{}', { env, signal })
  expect(seen().words.slice(0, -1)).toEqual([`$(touch ${root}/shell)`, ';', '>', 'x'])
  expect(existsSync(join(root, 'shell'))).toBe(false)
})

test.each([
  ['/nowhere/editor', 'The editor /nowhere/editor could not be started'],
  [`${process.execPath} -e process.exitCode=3`, 'ended with 3'],
  ['rm', 'The editor deleted config.json'],
])('%s changes nothing', async (command, said) => {
  const env = { EDITOR: command }
  await expect(edit(folder, 'config.json', '{}', { env, signal })).rejects.toMatchObject({
    kind: 'config',
    message: expect.stringContaining(said),
    hint: expect.stringContaining('Nothing was changed.'),
  })
  expect(readdirSync(folder)).toEqual([])
})
