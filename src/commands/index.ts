/** All commands: the endpoints, and the actions. A command line of an endpoint needs `catalogue.ts` alone. */
import type { Action, Commands } from './action.ts'
import { authHeader, authList, authStatus, login, logout } from './actions/account.ts'
import { listCommands, mcp, skill } from './actions/agents.ts'
import { explore } from './actions/explore.ts'
import { partnersShow, portfolioCalendar, portfolioShow, portfolioSuggest, today } from './actions/lending.ts'
import {
  cacheClear,
  cacheInfo,
  completionBash,
  completionFish,
  completionInstall,
  completionPowershell,
  completionUninstall,
  completionZsh,
  configEdit,
  configGet,
  configList,
  configPath,
  configSet,
  configUnset,
  doctor,
} from './actions/maintenance.ts'
import {
  mirrorChanges,
  mirrorClear,
  mirrorExport,
  mirrorImport,
  mirrorInfo,
  mirrorPull,
  mirrorSchema,
  mirrorVerify,
  sql,
} from './actions/mirror.ts'
import { sandbox } from './actions/sandbox.ts'
import {
  savedAdd,
  savedList,
  savedRemove,
  savedRun,
  shortlistAdd,
  shortlistList,
  shortlistRemove,
} from './actions/saved.ts'
import { catalogue } from './catalogue.ts'

export const actions = [
  explore,
  today,
  login,
  logout,
  sandbox,
  portfolioShow,
  portfolioCalendar,
  portfolioSuggest,
  partnersShow,
  mirrorPull,
  mirrorImport,
  mirrorExport,
  mirrorSchema,
  mirrorInfo,
  mirrorVerify,
  mirrorChanges,
  mirrorClear,
  sql,
  authStatus,
  authList,
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
  mirror: 'Keep loans on this machine',
  shortlist: 'Keep lists of ids',
  saved: 'Save commands and run them again',
  auth: 'Show logins; sign requests',
  config: 'Show and change saved settings',
  completion: 'Install or print shell completion',
  cache: 'Show or clear the cache',
}

export const commands: Commands = { catalogue, actions, groups }
