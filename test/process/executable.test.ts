/** The single executable: all commands and formats against a sandbox on a socket, and its license files. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve } from '../support/approve.ts'
import { testEveryAnswer } from '../support/every-answer.ts'
import { folderForAll } from '../support/folder.ts'
import { drivesExecutable, type Env, kiva, tool } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
let env: Env

async function ask(words: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await kiva(words, env, input)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  return stdout
}

// The installed package passes the same tests: test/e2e/installed.e2e.ts.
describe.runIf(drivesExecutable)('the executable', () => {
  const folder = folderForAll()
  beforeAll(async () => {
    sandbox = await startSandbox()
    env = {
      ...sandbox.options.env,
      KIVA_CONFIG_DIR: join(folder, 'kiva'),
      KIVA_CLIENT_ID: sandbox.client_id,
      KIVA_CLIENT_SECRET: sandbox.client_secret,
    }
    const { authorize_url } = JSON.parse(await ask(['login', '--start', '-o', 'json']))
    await ask(['login', '--finish'], `${await approve(sandbox, authorize_url)}\n`)
  })
  afterAll(() => sandbox.stop())

  testEveryAnswer(ask)

  test('comes with the licenses of kiva, its packages and its runtime', () => {
    const beside = (name: string) => readFileSync(join(dirname(tool[0]), name), 'utf8')
    const root = new URL('../../', import.meta.url)
    expect(beside('LICENSE')).toBe(readFileSync(new URL('LICENSE', root), 'utf8'))
    const notices = beside('THIRD-PARTY.txt')
    expect(notices).toContain(readFileSync(new URL('dist/THIRD-PARTY.txt', root), 'utf8'))
    for (const text of [
      'JavaScriptCore',
      'BoringSSL',
      'GNU LIBRARY GENERAL PUBLIC LICENSE',
      'Apache License',
    ]) {
      expect(notices).toContain(text)
    }
  })
})
