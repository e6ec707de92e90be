/** Files in the current folder, which may belong to others, do not change a run. Needs `npm run build`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForEach } from '../support/folder.ts'
import { shell } from '../support/process.ts'

const folder = folderForEach()

const intruder = 'process.stdout.write("an intruder"); process.exit(3)'
const files = {
  '.env': 'KIVA_OUTPUT=xml\nNODE_OPTIONS=--require=./intruder.cjs\n',
  'bunfig.toml': 'preload = ["./intruder.cjs"]\n',
  'package.json': '{"type":"module","imports":{"#a":"./intruder.cjs"},"main":"intruder.cjs"}',
  'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./intruder.cjs"]}}}',
  'intruder.cjs': intruder,
  'undici.js': intruder,
}

test.each([{ words: ['--version'] }, { words: ['--sandbox', 'loans', 'show', '2100001'] }])(
  'kiva $words ignores configuration of other tools in the current folder',
  async ({ words }) => {
    const elsewhere = await shell('cd / && $KIVA "$@"', words)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    expect(await shell(`cd '${folder}' && $KIVA "$@"`, words)).toEqual(elsewhere)
    expect(elsewhere).toMatchObject({ code: 0, stderr: '' })
  },
)
