/** The applications registered with the sandbox. All are made up, each as an example of one kind. */
import { outOfBand } from '../../../api/oauth.ts'

export interface Application {
  /** The `client_id`, in reverse DNS notation like `app_id`. */
  readonly id: string
  /** Empty for an application that cannot keep a secret, such as an open-source program on a phone. */
  readonly secret: string
  readonly name: string
  readonly maker: string
  readonly about: string
  /** Allowed values of `oauth_callback`, compared character by character. */
  readonly callbacks: readonly string[]
  /** Whether the service has blocked the application. Blocked applications get no tokens and no data. */
  readonly restricted?: boolean
}

/** The first application is the one that `kiva --sandbox login` uses. */
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
    // Contains every character that a signing key must encode.
    secret: 'sandbox&secret=of+the%26journal',
    name: 'Lending Journal',
    maker: 'Journal & Daughters',
    about: 'A website on which lenders write about their loans.',
    callbacks: ['https://journal.example.com/lenders/callback?from=sandbox'],
  },
] as const satisfies readonly Application[]

/**
 * Whether the application has registered exactly this callback. `oob` (out of band) must be registered too.
 */
export function hasCallback(app: Application, callback: string): boolean {
  return app.callbacks.includes(callback)
}
