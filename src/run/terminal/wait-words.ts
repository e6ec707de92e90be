import { lasting } from '../../output/words/span.ts'
import type { Wait } from '../../ports/events.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** Returns why requests are paused, and for how long. */
export function waitWords(wait: Wait, now: number, secrets: Pick<Secrets, 'quote'>): string {
  const time = lasting(wait.until() - now)
  if (wait.reason === 'limit') return `Rate limit reached, retry in ${time}`
  if (wait.reason === 'pace') return `Slowing down for the rate limit, next request in ${time}`
  return `Retry in ${time}: ${wait.problem?.sentence.mask(secrets.quote)}`
}
