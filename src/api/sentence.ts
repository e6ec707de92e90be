import type { Secrets } from '../context.ts'
import type { KivaError } from '../errors.ts'

/** What failed, in our words and, after a colon, in a stranger's. */
export function sentenceOf({ message, said }: KivaError, secrets: Pick<Secrets, 'quote'>): string {
  const theirs = said === undefined ? '' : secrets.quote(said)
  return theirs === '' ? message : `${message}: ${theirs}`
}
