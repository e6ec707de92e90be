/** The users who can log in to the sandbox. They are made up, and the login page shows their passwords. */

import type { Account } from '../../account.ts'

export type { Account }

export interface User {
  readonly username: string
  readonly password: string
  readonly about: string
  readonly account: Account
}

export const users = [
  {
    username: 'robin',
    password: 'maize-and-honey',
    about: 'a lender with a public page',
    account: {
      id: 1001,
      first_name: 'Robin',
      last_name: 'Thistle',
      lender_id: 'robin1001',
      is_public: true,
      is_developer: false,
    },
  },
  {
    username: 'juno',
    password: 'ink-and-paper',
    about: 'a developer without a lender page',
    account: { id: 1002, first_name: 'Juno', last_name: 'Barley', is_public: false, is_developer: true },
  },
] as const satisfies readonly User[]
