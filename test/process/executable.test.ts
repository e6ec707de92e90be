/** The single executable, asked for all 25 commands in every format, at the sandbox on a socket. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { approve } from '../support/approve.ts'
import { testEveryAnswer } from '../support/every-answer.ts'
import { folderForAll } from '../support/folder.ts'
import { drivesExecutable, type Env, kiva } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
let env: Env

async function ask(words: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await kiva(words, env, input)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  return stdout
}

// The package has to pass the same where it is installed: test/e2e/installed.e2e.ts.
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
})
