/** The built tool on versions of Node that are too old for it. Needs `npm run build` and the Nodes of .ci/download. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../package.json' with { type: 'json' }
import { openTerminal } from './terminal.ts'

const root = join(import.meta.dirname, '../..')
const oldest = engines.node.replace('>=', '')

describe.each(['12', '16', '18'])('Node %s', (line) => {
  let node: string
  let version: string
  const run = (command: readonly string[], env = {}) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(node, command, { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      ),
    )
  const kiva = (...words: readonly string[]) => run([join(root, 'bin/kiva.cjs'), ...words])

  beforeAll(async () => {
    const modules = join(root, `build/node-${line}/node_modules`)
    const name = readdirSync(modules).find((one) => one.startsWith('node-'))
    node = join(modules, `${name}/bin/node`)
    version = (await run(['--version'])).stdout.trim().replace('v', '')
    expect(version).toMatch(new RegExp(`^${line}\\.`))
  })

  test.each([['--sandbox', 'loans', 'newest'], ['doctor'], ['loans', 'search', '--status']])(
    'kiva %s %s prints the version that it needs',
    async (...words) => {
      const stderr = `error: kiva needs Node.js ${oldest} or later; this is ${version}\n`
      expect(await kiva(...words)).toEqual({ code: 3, stdout: '', stderr })
    },
  )

  test.each([
    { words: ['--version'], file: 'version.txt' },
    { words: [], file: 'help/first-screen.txt' },
    { words: ['--help'], file: 'help/kiva.txt' },
    { words: ['loans', 'search', '--help'], file: 'help/kiva loans search.txt' },
  ])('kiva $words works', async ({ words, file }) => {
    const stdout = readFileSync(join(root, 'dist', file), 'utf8')
    expect(await kiva(...words)).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('kiva loans show --help works in a terminal, and where colors are forced', async () => {
    const words = [join(root, 'bin/kiva.cjs'), 'loans', 'show', '--help']
    const text = readFileSync(join(root, 'dist/help/kiva loans show.txt'), 'utf8')
    expect((await run(words, { FORCE_COLOR: '1' })).stdout).toBe(text)
    const command = [node, ...words].map((word) => `'${word}'`).join(' ')
    const terminal = openTerminal(command, { cwd: root, columns: 100, env: { PATH: '/usr/bin:/bin' } })
    expect(await terminal.ended()).toBe(0)
    expect(terminal.screen()).toContain(text.split('\n')[0])
  })
})
