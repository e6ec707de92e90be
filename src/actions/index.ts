/** Loads each action's code when it runs. */

import type { ActionValues } from '../commands/action.ts'
import type { ShellName } from '../commands/actions/maintenance.ts'
import type { portfolioSuggest } from '../commands/actions/portfolio.ts'
import type { savedRun } from '../commands/actions/saved.ts'
import type { actions } from '../commands/index.ts'
import type { LoadAction } from './run-action.ts'

const printing =
  (shell: ShellName): LoadAction<object> =>
  async () => ({ default: (await import('./completion-print.ts')).printing(shell) })

/** All actions except those that `main` replaces by another command. */
type Declared = Exclude<(typeof actions)[number], typeof savedRun | typeof portfolioSuggest>

/** Loaders by action name. Each action receives the values that its declaration describes. */
export const actionLoaders: {
  readonly [A in Declared as A['name']]: LoadAction<ActionValues<A>>
} = {
  explore: () => import('./explore.ts'),
  login: () => import('./login.ts'),
  logout: () => import('./logout.ts'),
  sandbox: () => import('./sandbox.ts'),
  'portfolio show': () => import('./portfolio-show.ts'),
  'portfolio calendar': () => import('./portfolio-calendar.ts'),
  'auth status': () => import('./auth-status.ts'),
  'auth header': () => import('./auth-header.ts'),
  'cache info': () => import('./cache.ts').then((module) => ({ default: module.cacheInfo })),
  'cache clear': () => import('./cache.ts').then((module) => ({ default: module.cacheClear })),
  'config list': () => import('./config.ts').then((module) => ({ default: module.configList })),
  'config get': () => import('./config.ts').then((module) => ({ default: module.configGet })),
  'config set': () => import('./change-config.ts').then((module) => ({ default: module.configSet })),
  'config unset': () => import('./change-config.ts').then((module) => ({ default: module.configUnset })),
  'config path': () => import('./config.ts').then((module) => ({ default: module.configPath })),
  'config edit': () => import('./change-config.ts').then((module) => ({ default: module.configEdit })),
  'shortlist add': () => import('./shortlist.ts').then((module) => ({ default: module.shortlistAdd })),
  'shortlist list': () => import('./shortlist.ts').then((module) => ({ default: module.shortlistList })),
  'shortlist remove': () => import('./shortlist.ts').then((module) => ({ default: module.shortlistRemove })),
  'saved add': () => import('./saved-add.ts').then((module) => ({ default: module.savedAdd })),
  'saved list': () => import('./saved.ts').then((module) => ({ default: module.savedList })),
  'saved remove': () => import('./saved.ts').then((module) => ({ default: module.savedRemove })),
  'completion install': () =>
    import('./completion-install.ts').then((module) => ({ default: module.completionInstall })),
  'completion uninstall': () =>
    import('./completion-install.ts').then((module) => ({ default: module.completionUninstall })),
  'completion bash': printing('bash'),
  'completion zsh': printing('zsh'),
  'completion fish': printing('fish'),
  'completion powershell': printing('powershell'),
  doctor: () => import('./doctor.ts').then((module) => ({ default: module.doctor })),
  commands: () => import('./list-commands.ts'),
  skill: () => import('./skill.ts').then((module) => ({ default: module.skill })),
  mcp: () => import('./mcp.ts'),
}
