/**
 * The login without the command line: it prompts for nothing, prints nothing, and keeps a pending login only
 * while it can still succeed.
 */
import { describe, expect, test } from 'vitest'
import { finishLogin, type LoginPorts, type StartOptions, startLogin } from '../../src/auth/login.ts'
import { authorizeUrl } from '../../src/auth/token-calls.ts'
import { my } from '../../src/commands/resources/lenders.ts'
import { contextOf } from '../harness/context.ts'
import { entry } from './play.ts'
import { application, service, start } from './service.ts'

const options: StartOptions = {
  baseUrl: 'https://api.example.org',
  authUrl: 'https://www.example.org',
  client: async () => application,
  callback: 'https://app.example/done',
  scope: ['access', 'user_email'],
}

function open(isStored: boolean) {
  const at = service({ scope: 'access' })
  const made = contextOf({ terminal: 80, now: start, stdin: [] })
  const { send } = at
  const ports: LoginPorts = { ...made.context, send, accountEndpoint: my.endpoints.account, isStored }
  return { ...made, at, ports }
}

describe.each([false, true])('a login that stores its pending state: %s', (isStored) => {
  test('saves the token after the approval and prints nothing', async () => {
    const { at, files, opened, ports, stderr, stdout } = open(isStored)
    const pending = await startLogin(ports, options)
    expect([...files.keys()]).toEqual(isStored ? ['pending-login'] : [])
    const code = at.approve(authorizeUrl(pending))
    const address = new URLSearchParams({
      oauth_verifier: code,
      oauth_token: pending.oauth_token,
      state: pending.state,
    })
    const { account, notGranted } = await finishLogin(ports, pending, `${pending.callback}?${address}`)
    expect(account).toEqual(entry.account)
    expect(notGranted).toEqual(['user_email'])
    expect(Object.fromEntries(files)).toEqual({ credentials: { entries: { [entry.api_origin]: entry } } })
    expect([stdout.text(), stderr.text(), ...opened]).toEqual(['', ''])
  })

  test('succeeds with the right code after a wrong one', async () => {
    const { at, files, ports } = open(isStored)
    const pending = await startLogin(ports, options)
    const code = at.approve(authorizeUrl(pending))
    await expect(finishLogin(ports, pending, 'KV-mistyped')).rejects.toMatchObject({ kind: 'auth' })
    expect(files.has('pending-login')).toBe(isStored)
    await finishLogin(ports, pending, code)
    expect([...files.keys()]).toEqual(['credentials'])
  })

  test('ends when the user denies access', async () => {
    const { files, ports } = open(isStored)
    const pending = await startLogin(ports, options)
    const denied = `${pending.callback}?state=${pending.state}&error=access_denied`
    await expect(finishLogin(ports, pending, denied)).rejects.toMatchObject({ code: 'access_denied' })
    expect(files.size).toBe(0)
  })
})
