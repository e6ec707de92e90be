import { openNetwork } from '../../src/node/network/send.ts'
import { Browser, robin, verifierOn } from '../sandbox/oauth/test-provider.ts'
import type { RunningSandbox } from './sandbox.ts'

/** Opens the authorization page over HTTPS as a user and approves. Returns the code on the page. */
export async function approve(
  sandbox: Pick<RunningSandbox, 'ca_file'>,
  url: string,
  user: Parameters<Browser['logIn']>[0] = robin,
): Promise<string> {
  const send = await openNetwork({ timeout: 5_000, caFile: sandbox.ca_file })
  const browser = new Browser({
    provider: {
      handle: (request) => send(request, new AbortController().signal),
      authorize: async () => Promise.reject(new Error('the browser signs nothing')),
    },
  })
  await browser.open(url)
  await browser.logIn(user)
  await browser.press('approve')
  return verifierOn(browser)
}
