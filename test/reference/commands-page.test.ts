/**
 * `docs/commands.md` and the README show the output of commands: each command line runs here, at the fixed time
 * of the tests. `npm run generate` runs this file with `--update`, which writes the pages again.
 */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import type { Serve } from '../../src/core/http.ts'
import { commandsPage } from '../../src/reference/commands-page.ts'
import { run } from '../harness.ts'
import { Browser, robin, verifierOn } from '../sandbox/oauth/test-provider.ts'
import { split } from '../support/endpoints.ts'

const env = { KIVA_SANDBOX: '1', KIVA_RETRIES: '', NO_COLOR: '1', LANG: 'C.UTF-8', TERM: 'xterm-256color' }
const files = new Map<string, unknown>()
const state = new Map<string, string>()

/** Logs in through the whole flow, like a user with a browser. */
async function logIn(): Promise<void> {
  let serve: Serve | undefined
  const listen = async (handle: Serve) => {
    serve = handle
    return { port: 8080, close: async () => {} }
  }
  const approve = async (stderr: string) => {
    const browser = new Browser({
      provider: {
        handle: async (request) => serve?.(request),
        authorize: async () => Promise.reject(new Error('the browser signs nothing')),
      },
    })
    await browser.open(/http:\S+\/oauth\/authorize\S*/.exec(stderr)?.[0] ?? '')
    await browser.logIn(robin)
    await browser.press('approve')
    return verifierOn(browser)
  }
  const { code, stderr } = await run(['login'], {
    env,
    files,
    terminal: 100,
    stdin: [approve],
    world: { listen },
  })
  expect([code, stderr]).toEqual([0, expect.stringContaining(' as Robin')])
}
beforeAll(logIn)

/** Returns what a terminal of this width shows. */
const showAt = (terminal: number) => async (line: string) => {
  const { code, stdout, stderr } = await run(split(line).slice(1), { env, files, state, terminal })
  if (code !== 0) throw new Error(`${line}: ${stderr}`)
  return `${stdout}\n${stderr}`
    .replace(/\n{3,}/g, '\n\n')
    .replace(/ +$/gm, '')
    .replace(/^\n+|\n+$/g, '')
}

/** The mark of sandbox data: the page says once that its examples are from the sandbox. */
const madeUp = /\nSandbox data \(made up\)\.| \(sandbox\)/g

test('docs/commands.md', async () => {
  const show = showAt(100)
  const page = await commandsPage(commands, async (line) => (await show(line)).replace(madeUp, '').trimEnd())
  await expect(page).toMatchFileSnapshot('../../docs/commands.md')
})

/** A command in a code block, without a pipe, and the lines of its output. */
const shownCommand = /^ {4}\$ (kiva [^|\n]+)\n((?: {4}.*\n|\n(?= {4}))*)/gm

test('the outputs in the README', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const outputs = new Map<string, string>()
  for (const [, line = ''] of readme.matchAll(shownCommand)) {
    const output = await showAt(100)(line)
    outputs.set(line, output.replace(/^(?=.)/gm, '    '))
  }
  expect(outputs.size).toBeGreaterThan(0)
  const renewed = readme.replace(
    shownCommand,
    (_, line: string) => `    $ ${line}\n${outputs.get(line) ?? ''}\n`,
  )
  await expect(renewed).toMatchFileSnapshot('../../README.md')
})

test('the README shows the real output of its example with a pipe', async () => {
  const { stdout } = await run(['loans', 'search', '--country-code', 'KE'], { env })
  const [{ id, name, location }] = JSON.parse(stdout)
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`| @tsv'\n    ${[id, name, location.town].join('\t')}\n`)
})
