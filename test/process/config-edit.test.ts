/** Signals while the editor of `kiva config edit` runs. Needs `npm run build`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { folderForEach } from '../support/folder.ts'
import { start, toolLine } from '../support/process.ts'

const root = folderForEach()
const folder = join(root, 'kiva')
const env = { KIVA_CONFIG_DIR: folder, LANG: 'C.UTF-8', PATH: '/usr/bin:/bin' }

/** Writes an editor that runs these shell lines with the file as `$1`. Returns its command. */
function editor(lines: string): string {
  const path = join(root, 'editor.sh')
  writeFileSync(path, lines)
  return `/bin/sh ${path}`
}

test('Ctrl-C and Ctrl-\\ reach only the editor, and the file it saves later is used', async () => {
  const handles = 'trap "echo heard INT" INT; trap "echo heard QUIT" QUIT; echo editing'
  const saves = `until read line; do :; done; echo '{"timeout": 9}' > "$1"`
  const terminal = openTerminal(`trap : INT QUIT; ${toolLine(['config', 'edit'])}; echo "left: $?"`, {
    env: { ...env, EDITOR: editor(`${handles}; ${saves}`) },
    cwd: root,
    columns: 200,
  })
  await terminal.shows(/editing/)
  terminal.press('\x03')
  await terminal.shows(/heard INT/)
  terminal.press('\x1c')
  await terminal.shows(/heard QUIT/)
  terminal.type('')
  await terminal.shows(/Changed .*left: 0/s)
  await terminal.ended()
  expect(readdirSync(folder)).toEqual(['config.json'])
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toEqual({ v: 1, timeout: 9 })
})

test.each([
  ['an editor', 'SIGTERM', 143, ''],
  ['an editor', 'SIGALRM', 142, ''],
  ['an editor that ignores it', 'SIGTERM', 143, "trap '' TERM; "],
] as const)('%s ends together with kiva on %s', async (_, signal, code, ignores) => {
  const waits = 'echo "editing $$"; while :; do sleep 0.05; done'
  const { child, said, ended } = start(['config', 'edit'], { ...env, EDITOR: editor(ignores + waits) })
  const [, pid] = /editing (\d+)/.exec(await said(/editing \d+\n/)) ?? []
  child.kill(signal)
  expect(await ended).toMatchObject({ code })
  expect([existsSync(`/proc/${pid}`), readdirSync(folder)]).toEqual([false, []])
})

test('kiva exits with 130 if SIGINT ends the editor', async () => {
  const { ended } = start(['config', 'edit'], { ...env, EDITOR: editor('kill -INT $$') })
  const { code, stderr } = await ended
  expect([code, JSON.parse(stderr).error.kind, readdirSync(folder)]).toEqual([130, 'interrupted', []])
})
