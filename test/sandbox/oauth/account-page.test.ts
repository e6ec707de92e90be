import { expect, it } from 'vitest'
import {
  askForAccessToken,
  askForAccount,
  atAccess,
  atCode,
  Browser,
  cli,
  credentialsIn,
  juno,
  origin,
  pocket,
  redirectOf,
  robin,
  startProvider,
} from './test-provider.ts'

const preferences = `${origin}/account`

it('lists each application with access once, with its scopes and dates', async () => {
  const at = startProvider()
  const { access } = await atAccess(at, cli, { scope: 'access,user_stats' })
  await atAccess(at, cli)
  const { browser } = await atAccess(at, pocket)
  at.clock.now += 86_400_000
  await askForAccount(at, cli, access)
  await browser.open(preferences)
  if (browser.heading === 'Log in') await browser.logIn(robin)
  expect(browser.page.match(/<section>/g)).toHaveLength(2)
  const [, first = '', second = ''] = browser.page.split('<section>')
  expect(first).toContain('Kiva on the command line')
  expect(first.match(/<code>[^<]*/g)).toEqual(['<code>access', '<code>user_stats'])
  expect(first.match(/[\d]+ \w+ \d+ [\d:]+ UTC|never/g)).toEqual([
    '20 Nov 2026 14:30 UTC',
    '21 Nov 2026 14:30 UTC',
    '18 Feb 2027 14:30 UTC',
  ])
  expect(second).toContain('Pocket Lender')
  expect(second).toContain('never')
})

it('revokes all tokens of one application and no others', async () => {
  const at = startProvider()
  const first = await atAccess(at, cli)
  const second = await atAccess(at, cli)
  const { access: other } = await atAccess(at, pocket)
  const { browser } = second
  await browser.open(preferences)
  await browser.press('revoke')
  expect(browser.page).toContain('Kiva on the command line no longer has access.')
  expect(browser.page.match(/<section>/g)).toHaveLength(1)
  expect(await askForAccount(at, cli, first.access)).toBe('401 oauth.token_revoked')
  expect(await askForAccount(at, cli, second.access)).toBe('401 oauth.token_revoked')
  expect(await askForAccount(at, pocket, other)).toMatchObject({ clientId: pocket.id })
})

it("neither shows nor revokes another user's applications", async () => {
  const at = startProvider()
  const { access } = await atAccess(at)
  const waiting = await atCode(at)
  const browser = new Browser(at)
  await browser.open(preferences)
  await browser.logIn(juno)
  expect(browser.page).toContain('No application has access.')
  await browser.press('log out', { do: 'revoke', client_id: cli.id })
  expect(await askForAccount(at, cli, access)).toMatchObject({ account: robin.account })
  credentialsIn(await askForAccessToken(at, cli, waiting.token, waiting.verifier))
})

it('does not revoke without the form token, or by GET', async () => {
  const at = startProvider()
  const { browser, access } = await atAccess(at)
  await browser.open(preferences)
  expect((await browser.press('revoke', { form_token: undefined })).status).toBe(403)
  await browser.open(`${preferences}?do=revoke&client_id=${cli.id}&revoked=${cli.id}`)
  expect(await askForAccount(at, cli, access)).toMatchObject({ account: robin.account })
})

it('a revoked application can be given access again', async () => {
  const at = startProvider()
  const { browser } = await atAccess(at)
  await browser.open(preferences)
  await browser.press('revoke')
  const { access } = await atAccess(at)
  expect(await askForAccount(at, cli, access)).toMatchObject({ account: robin.account })
})

it('ignores an unknown application in the query', async () => {
  const at = startProvider()
  const { browser } = await atAccess(at)
  const reply = await browser.open(`${preferences}?revoked=<script>`)
  expect([reply.status, redirectOf(reply)]).toEqual([200, undefined])
  expect(browser.page).not.toContain('no longer has access')
})

it('does not redirect to a URL that contains an unknown client id', async () => {
  const at = startProvider()
  const { browser } = await atAccess(at)
  await browser.open(preferences)
  await browser.press('revoke', { client_id: 'x'.repeat(50_000) })
  expect(browser.url).toBe(preferences)
  expect(browser.page).not.toContain('no longer has access')
})
