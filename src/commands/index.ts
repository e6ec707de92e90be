/** All that `kiva` can do: the endpoint catalogue by resource, and the actions beside it. */
import type { Catalogue } from '../api/endpoint.ts'
import type { Action } from './action.ts'
import { authHeader } from './auth-header.ts'
import { authStatus } from './auth-status.ts'
import { cacheClear } from './cache-clear.ts'
import { cacheInfo } from './cache-info.ts'
import type { Commands } from './commands.ts'
import {
  completionBash,
  completionFish,
  completionInstall,
  completionPowershell,
  completionUninstall,
  completionZsh,
} from './completion.ts'
import { configEdit, configGet, configList, configPath, configSet, configUnset } from './config.ts'
import { doctor } from './doctor.ts'
import { journalEntries } from './journal-entries.ts'
import { lenders } from './lenders.ts'
import { lendingActions } from './lending-actions.ts'
import { loans } from './loans.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { methods } from './methods.ts'
import { my } from './my.ts'
import { partners } from './partners.ts'
import { releases } from './releases.ts'
import { sandbox } from './sandbox.ts'
import { teams } from './teams.ts'
import { templates } from './templates.ts'

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

export type { Catalogue }

export const actions = [
  login,
  logout,
  sandbox,
  authStatus,
  authHeader,
  cacheInfo,
  cacheClear,
  configList,
  configGet,
  configSet,
  configUnset,
  configPath,
  configEdit,
  completionInstall,
  completionUninstall,
  completionBash,
  completionZsh,
  completionFish,
  completionPowershell,
  doctor,
] as const satisfies readonly Action[]

export type ActionName = (typeof actions)[number]['name']

/** What the first words of two-word actions are for. */
export const groups: Readonly<Record<string, string>> = {
  auth: 'Tell who is logged in, and sign for another program',
  config: 'Show and change the settings that every run begins with',
  completion: 'Have your shell complete commands, options and values',
  cache: 'Tell what --cache has kept, and remove it',
}

export const commands: Commands = { catalogue, actions, groups }
