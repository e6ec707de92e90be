/**
 * All commands, and a loader of the code of each action.
 *
 * This folder has the commands beside the endpoints, with their helpers beside them. An action gets the context, its
 * checked values, and all commands.
 */

import type { ActionValues } from '../commands/action.ts'
import type { ShellName } from '../commands/actions/maintenance.ts'
import { type actions, commands } from '../commands/index.ts'
import type { LoadAction } from './run-action.ts'

export { commands }

const printing =
  (shell: ShellName): LoadAction<object> =>
  async () =>
    (await import('./completion-print.ts')).printing(shell)

/** All actions except those that `src/main.ts` replaces by another command, and those that run as an endpoint. */
type Declared = Exclude<
  (typeof actions)[number],
  { readonly rewrite: 'saved' | 'search' } | { readonly finds: object }
>

/** Loaders by action name. Each action receives the values that its declaration describes. */
export const actionLoaders: {
  readonly [A in Declared as A['name']]: LoadAction<ActionValues<A>>
} = {
  explore: async () => {
    const { explore } = await import('./explore.ts')
    return (context, values, all) => explore(context, values, all, actionLoaders)
  },
  login: async () => {
    const { login } = await import('./login.ts')
    return (context, values) => login(context, values)
  },
  logout: async () => (await import('./logout.ts')).logout,
  sandbox: async () => (await import('./sandbox.ts')).serveSandbox,
  today: async () => (await import('./today.ts')).today,
  'portfolio show': async () => (await import('./portfolio-show.ts')).portfolioShow,
  'portfolio calendar': async () => (await import('./portfolio-calendar.ts')).portfolioCalendar,
  'mirror pull': async () => (await import('./mirror-pull.ts')).mirrorPull,
  'mirror import': async () => (await import('./mirror.ts')).mirrorImport,
  'mirror export': async () => (await import('./mirror-export.ts')).mirrorExport,
  'mirror verify': async () => (await import('./mirror-verify.ts')).mirrorVerify,
  'mirror changes': async () => (await import('./mirror-changes.ts')).mirrorChanges,
  'mirror schema': async () => (await import('./mirror-schema.ts')).mirrorSchema,
  'mirror info': async () => (await import('./mirror.ts')).mirrorInfo,
  'mirror clear': async () => (await import('./mirror.ts')).mirrorClear,
  sql: async () => (await import('./sql.ts')).sql,
  'auth status': async () => (await import('./auth-status.ts')).authStatus,
  'auth list': async () => (await import('./auth-status.ts')).authList,
  'auth header': async () => (await import('./auth-header.ts')).authHeader,
  'cache info': async () => (await import('./cache.ts')).cacheInfo,
  'cache clear': async () => (await import('./cache.ts')).cacheClear,
  'config list': async () => (await import('./config.ts')).configList,
  'config get': async () => (await import('./config.ts')).configGet,
  'config set': async () => (await import('./change-config.ts')).configSet,
  'config unset': async () => (await import('./change-config.ts')).configUnset,
  'config path': async () => (await import('./config.ts')).configPath,
  'config edit': async () => (await import('./change-config.ts')).configEdit,
  'shortlist add': async () => (await import('./shortlist.ts')).shortlistAdd,
  'shortlist list': async () => (await import('./shortlist.ts')).shortlistList,
  'shortlist remove': async () => (await import('./shortlist.ts')).shortlistRemove,
  'saved add': async () => (await import('./saved-add.ts')).savedAdd,
  'saved list': async () => (await import('./saved.ts')).savedList,
  'saved remove': async () => (await import('./saved.ts')).savedRemove,
  'completion install': async () => (await import('./completion-install.ts')).completionInstall,
  'completion uninstall': async () => (await import('./completion-install.ts')).completionUninstall,
  'completion bash': printing('bash'),
  'completion zsh': printing('zsh'),
  'completion fish': printing('fish'),
  'completion powershell': printing('powershell'),
  doctor: async () => (await import('./doctor.ts')).doctor,
  commands: async () => (await import('./list-commands.ts')).listCommands,
  skill: async () => (await import('./skill.ts')).skill,
  mcp: async () => (await import('./mcp.ts')).mcp,
}
