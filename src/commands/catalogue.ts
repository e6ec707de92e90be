/** All endpoints, by resource. */
import type { Catalogue } from '../api/endpoint.ts'
import { journalEntries } from './resources/journal-entries.ts'
import { lenders, lendingActions, my } from './resources/lenders.ts'
import { loans } from './resources/loans.ts'
import { partners } from './resources/partners.ts'
import { methods, releases, templates } from './resources/service.ts'
import { teams } from './resources/teams.ts'

export const catalogue = {
  loans,
  lenders,
  teams,
  partners,
  journal_entries: journalEntries,
  lending_actions: lendingActions,
  my,
  methods,
  releases,
  templates,
} as const satisfies Catalogue
