import { authorizationSource } from '../../output/gate/links.ts'

/** Links the address of the authorization page to itself; unchanged if the gate would remove the link. */
export const linkedPage = (address: string): string =>
  new RegExp(`^https://[^/]+/${authorizationSource}$`).test(address)
    ? `\x1b]8;;${address}\x1b\\${address}\x1b]8;;\x1b\\`
    : address
