import { openNetwork } from '../../src/node/network/send.ts'
import { Browser, robin, verifierOn } from '../sandbox/oauth/test-provider.ts'
import type { RunningSandbox } from './sandbox.ts'

/** A person who opens the authorization page in a browser, over HTTPS, and approves; the code that the page then shows. */
export async function approve(sandbox: RunningSandbox, url: string): Promise<string> {
  const send = await openNetwork({ timeout: 5_000, caFile: sandbox.ca_file })
  const browser = new Browser({
    provider: {
      handle: (request) => send(request, new AbortController().signal),
      authorize: async () => Promise.reject(new Error('the browser signs nothing')),
    },
  })
  await browser.open(url)
  await browser.logIn(robin)
  await browser.press('approve')
  return verifierOn(browser)
}
