/** The five journeys of users through `kiva explore`, as key scripts. */
import type { Send } from '../../src/core/http.ts'
import { openSession, type Session, type SessionOptions, serviceOf } from './session.ts'

/** Keys, what the screen is called afterwards, and what the test changes before. */
export interface Step {
  readonly keys: readonly string[]
  /** Unset: the screen is not recorded. */
  readonly shows?: string
  /** A text to wait for, if the keys load code or read a lot. */
  readonly until?: string
  readonly isDown?: boolean
}

export interface Journey {
  readonly argv: readonly string[]
  readonly steps: readonly Step[]
}

export const journeys = {
  lender: {
    argv: ['explore'],
    steps: [
      { keys: [], shows: 'fundraising loans by time left' },
      { keys: ['f', 'down', 'space'], shows: 'f ↓ space: a search for Agriculture' },
      { keys: ['f', '/', 'maize'], shows: 'f / maize: filters what is loaded' },
      { keys: ['enter', 'enter'], shows: 'enter, enter: the story' },
      { keys: ['space', 'J', 'space'], shows: 'space, J, space: the next story, both marked' },
      { keys: ['left', 'm'], shows: '←, m: only the marked ones' },
      { keys: ['B'], shows: 'B: in the browser' },
    ],
  },
  'who-else': {
    argv: ['--sandbox', 'explore'],
    steps: [
      { keys: ['enter', 'tab', 'tab'], shows: 'enter, tab, tab: the link to the lenders' },
      { keys: ['enter', 'down'], shows: 'enter, ↓: the lenders, the second one' },
      { keys: ['enter', 'tab', 'tab', 'enter'], shows: 'enter, tab, tab, enter: the teams of that lender' },
      { keys: ['enter', 'tab', 'tab', 'enter'], shows: 'enter, tab, tab, enter: the loans of the team' },
      { keys: ['y'], shows: 'y: what can be copied' },
      { keys: ['y'], shows: 'y: the command' },
      { keys: ['H', 'H', 'H'], shows: 'H H H: back on the story' },
    ],
  },
  developer: {
    argv: ['explore', 'loans', 'newest', '--base-url', 'http://127.0.0.1:8080'],
    steps: [
      { keys: ['r'], shows: 'r: the record as JSON' },
      { keys: ['!'], shows: '!: the requests' },
      { keys: ['esc', 'y', 'c'], shows: 'y c: the last request as a curl command' },
      { keys: ['esc', ':', 'loans newest --param per_page=100'], shows: ': with a command line' },
      { keys: ['enter'], shows: 'enter: the place of that line' },
      { keys: ['G'], isDown: true, shows: 'G: the next page fails', until: 'error:' },
      { keys: ['R'], shows: 'R: read again' },
    ],
  },
  analyst: {
    argv: ['--sandbox', 'explore'],
    steps: [
      {
        keys: ['s', 'ctrl-u', 'in_repayment', 'down', 'down', 'down', 'KE,UG'],
        shows: 's: the form of the search',
      },
      { keys: ['enter'], shows: 'enter: the loans found' },
      { keys: ['v'], shows: 'v: a chart' },
      { keys: ['v'], shows: 'v: a map' },
      { keys: ['A'], shows: 'A: what it takes to read all' },
      { keys: ['enter', 'v'], shows: 'enter, v: the list of all', until: '167 loans' },
      { keys: ['x'], shows: 'x: the name of a file' },
      { keys: ['enter'], shows: 'enter: written', until: 'written to' },
      { keys: ['y', 'a'], shows: 'y a: the command for tonight' },
    ],
  },
  script: {
    argv: ['--sandbox', 'explore', 'loans', 'search', '--sector', 'Food', '--print', 'ids'],
    steps: [
      { keys: ['space', 'space', 'space'], shows: 'space ×3: three marked' },
      { keys: ['right'], shows: '→: the story' },
      { keys: ['left'] },
    ],
  },
} as const satisfies Readonly<Record<string, Journey>>

export type JourneyName = keyof typeof journeys

export interface Taken {
  readonly session: Session
  readonly shots: readonly { readonly name: string; readonly lines: readonly string[] }[]
}

const sound = serviceOf()
const broken = serviceOf({ faults: ['maintenance'] })

/** Takes a journey up to its last step. `take` reads the screen. */
export async function travel(
  name: JourneyName,
  { options = [], ...given }: SessionOptions & { readonly options?: readonly string[] },
  take: (session: Session) => Promise<readonly string[]>,
): Promise<Taken> {
  const { argv, steps }: Journey = journeys[name]
  let isDown = false
  const send: Send = (request, signal) => (isDown ? broken : sound)(request, signal)
  const session = await openSession({ argv: [...argv, ...options], send, ...given })
  const shots: { name: string; lines: readonly string[] }[] = []
  for (const step of steps) {
    isDown = step.isDown ?? false
    await session.press(...step.keys)
    if (step.until !== undefined) await session.until(step.until)
    if (step.shows !== undefined) shots.push({ name: step.shows, lines: await take(session) })
  }
  return { session, shots }
}
