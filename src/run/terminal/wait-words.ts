import { openings } from '../../api/wire/problem.ts'
import { lasting } from '../../output/words/span.ts'
import type { Wait } from '../../ports/events.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** Returns why requests are paused, and for how long. */
export function waitWords(wait: Wait, now: number, secrets: Pick<Secrets, 'quote'>): string {
  const time = lasting(wait.until() - now)
  if (wait.reason === 'limit') return `${openings['rate-limited']}; trying again in ${time}`
  if (wait.reason === 'pace') return `Slowing down for the rate limit; next request in ${time}`
  return `Trying again in ${time}: ${wait.problem?.sentence.told(secrets.quote)}`
}
