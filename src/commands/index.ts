/** All commands: the endpoint catalogue by resource, and the actions. */
import type { Catalogue } from '../api/endpoint.ts'
import type { Action } from './action.ts'
import { listCommands, mcp, skill } from './actions/agents.ts'
import { authHeader } from './actions/auth-header.ts'
import { authStatus } from './actions/auth-status.ts'
import { cacheClear, cacheInfo } from './actions/cache.ts'
import {
  completionBash,
  completionFish,
  completionInstall,
  completionPowershell,
  completionUninstall,
  completionZsh,
} from './actions/completion.ts'
import { configEdit, configGet, configList, configPath, configSet, configUnset } from './actions/config.ts'
import { doctor } from './actions/doctor.ts'
import { explore } from './actions/explore.ts'
import { login } from './actions/login.ts'
import { logout } from './actions/logout.ts'
import { portfolioCalendar, portfolioShow, portfolioSuggest } from './actions/portfolio.ts'
import { sandbox } from './actions/sandbox.ts'
import { savedAdd, savedList, savedRemove, savedRun } from './actions/saved.ts'
import { shortlistAdd, shortlistList, shortlistRemove } from './actions/shortlist.ts'
import type { Commands } from './commands.ts'
import { journalEntries } from './resources/journal-entries.ts'
import { lenders } from './resources/lenders.ts'
import { lendingActions } from './resources/lending-actions.ts'
import { loans } from './resources/loans.ts'
import { methods } from './resources/methods.ts'
import { my } from './resources/my.ts'
import { partners } from './resources/partners.ts'
import { releases } from './resources/releases.ts'
import { teams } from './resources/teams.ts'
import { templates } from './resources/templates.ts'

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
  explore,
  login,
  logout,
  sandbox,
  portfolioShow,
  portfolioCalendar,
  portfolioSuggest,
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
  shortlistAdd,
  shortlistList,
  shortlistRemove,
  savedAdd,
  savedRun,
  savedList,
  savedRemove,
  completionInstall,
  completionUninstall,
  completionBash,
  completionZsh,
  completionFish,
  completionPowershell,
  doctor,
  listCommands,
  skill,
  mcp,
] as const satisfies readonly Action[]

/** The descriptions of action groups. */
export const groups: Readonly<Record<string, string>> = {
  portfolio: "Show and plan a lender's portfolio",
  shortlist: 'Keep lists of ids',
  saved: 'Save commands and run them again',
  auth: 'Show login status; sign requests',
  config: 'Show and change saved settings',
  completion: 'Install or print shell completion',
  cache: 'Show or clear the response cache',
}

export const commands: Commands = { catalogue, actions, groups }
