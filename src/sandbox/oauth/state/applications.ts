/** The applications that are registered with the sandbox. Made up, each to show one kind. */
import { outOfBand } from '../../../api/oauth.ts'

export interface Application {
  /** The `client_id`: reverse DNS, as `app_id`. */
  readonly id: string
  /** Empty for an application that cannot keep one, such as an open-source program on a phone. */
  readonly secret: string
  readonly name: string
  readonly maker: string
  readonly about: string
  /** What `oauth_callback` may be, letter by letter. */
  readonly callbacks: readonly string[]
  /** Barred by the service: nothing is issued to it any more. */
  readonly restricted?: boolean
}

/** The first is the one that `kiva --sandbox login` uses. */
export const builtInApplications = [
  {
    id: 'org.example.kiva-cli',
    secret: 'sandbox-secret-of-the-command-line',
    name: 'Kiva on the command line',
    maker: 'Example Tools',
    about: 'Explores the marketplace from a terminal.',
    callbacks: [outOfBand, 'https://kiva-cli.example.org/callback', 'kiva-cli://oauth'],
  },
  {
    id: 'org.example.pocket-lender',
    secret: '',
    name: 'Pocket Lender',
    maker: 'Pocket Lender Collective',
    about: 'An open-source app for phones. It cannot keep a secret, and has none.',
    callbacks: [outOfBand, 'org.example.pocket-lender:/oauth'],
  },
  {
    id: 'org.example.loan-harvester',
    secret: 'sandbox-secret-of-the-harvester',
    name: 'Loan Harvester',
    maker: 'Harvest Labs',
    about: 'Was restricted after it had asked too much too often.',
    callbacks: [outOfBand],
    restricted: true,
  },
  {
    id: 'com.example.lending-journal',
    // With every sign that a signing key has to encode.
    secret: 'sandbox&secret=of+the%26journal',
    name: 'Lending Journal',
    maker: 'Journal & Daughters',
    about: 'A website on which lenders write about their loans.',
    callbacks: ['https://journal.example.com/lenders/callback?from=sandbox'],
  },
] as const satisfies readonly Application[]

/** Whether an application registered this callback, letter by letter. Out of band is registered like any other. */
export function hasCallback(app: Application, callback: string): boolean {
  return app.callbacks.includes(callback)
}
