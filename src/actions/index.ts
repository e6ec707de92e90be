/** Loads each action's code when it runs. */

import type { ActionValues } from '../commands/action.ts'
import type { ShellName } from '../commands/actions/completion.ts'
import type { portfolioSuggest } from '../commands/actions/portfolio.ts'
import type { savedRun } from '../commands/actions/saved.ts'
import type { actions } from '../commands/index.ts'
import type { LoadAction } from './run-action.ts'

const printing =
  (shell: ShellName): LoadAction<object> =>
  async () => ({ default: (await import('./completion/completion-print.ts')).printing(shell) })

/** All actions except those that `main` replaces by another command. */
type Declared = Exclude<(typeof actions)[number], typeof savedRun | typeof portfolioSuggest>

/** Loaders by action name. Each action receives the values that its declaration describes. */
export const actionLoaders: {
  readonly [A in Declared as A['name']]: LoadAction<ActionValues<A>>
} = {
  explore: () => import('./explore.ts'),
  login: () => import('./login/login.ts'),
  logout: () => import('./login/logout.ts'),
  sandbox: () => import('./sandbox/sandbox.ts'),
  'portfolio show': () => import('./portfolio/portfolio-show.ts'),
  'portfolio calendar': () => import('./portfolio/portfolio-calendar.ts'),
  'auth status': () => import('./auth/auth-status.ts'),
  'auth header': () => import('./auth/auth-header.ts'),
  'cache info': () => import('./cache/cache-info.ts'),
  'cache clear': () => import('./cache/cache-clear.ts'),
  'config list': () => import('./config/config-list.ts'),
  'config get': () => import('./config/config-get.ts'),
  'config set': () => import('./config/config-set.ts'),
  'config unset': () => import('./config/config-unset.ts'),
  'config path': () => import('./config/config-path.ts'),
  'config edit': () => import('./config/config-edit.ts'),
  'shortlist add': () => import('./shortlist/shortlist-add.ts'),
  'shortlist list': () => import('./shortlist/shortlist-list.ts'),
  'shortlist remove': () => import('./shortlist/shortlist-remove.ts'),
  'saved add': () => import('./saved/saved-add.ts'),
  'saved list': () => import('./saved/saved-list.ts'),
  'saved remove': () => import('./saved/saved-remove.ts'),
  'completion install': () => import('./completion/completion-install.ts'),
  'completion uninstall': () => import('./completion/completion-uninstall.ts'),
  'completion bash': printing('bash'),
  'completion zsh': printing('zsh'),
  'completion fish': printing('fish'),
  'completion powershell': printing('powershell'),
  doctor: () => import('./doctor/doctor.ts'),
  commands: () => import('./list-commands.ts'),
  skill: () => import('./skill/skill.ts'),
  mcp: () => import('./mcp.ts'),
}
