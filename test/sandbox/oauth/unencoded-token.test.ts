/** An application that does not encode the token in the authorize URL, like the samples of the API. */
import { expect, it } from 'vitest'
import {
  askForAccessToken,
  askForAccount,
  askForRequestToken,
  Browser,
  cli,
  credentialsIn,
  origin,
  robin,
  startProvider,
  verifierOn,
} from './test-provider.ts'

async function approveUnencoded(faults: readonly string[]) {
  const at = startProvider({ faults })
  const token = credentialsIn(await askForRequestToken(at, cli, 'oob'))
  const browser = new Browser(at)
  const query = `client_id=${cli.id}&response_type=code&oauth_token=${token.oauth_token}&oauth_callback=oob`
  await browser.open(`${origin}/oauth/authorize?${query}`)
  return { at, token, browser }
}

it('works as with the live API', async () => {
  const { at, token, browser } = await approveUnencoded([])
  await browser.logIn(robin)
  await browser.press('approve')
  const access = credentialsIn(await askForAccessToken(at, cli, token, verifierOn(browser)))
  expect(await askForAccount(at, cli, access)).toMatchObject({ account: robin.account })
})

it('fails with the fault awkward-tokens', async () => {
  const { browser } = await approveUnencoded(['awkward-tokens'])
  expect(browser.page).toContain('The request token does not belong to Kiva on the command line')
})
