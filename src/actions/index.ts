/** What each declared action does, loaded when it is run. */
import type { ShellName } from '../commands/completion.ts'
import type { ActionName } from '../commands/index.ts'
import type { LoadAction } from './run-action.ts'

const printing =
  (shell: ShellName): LoadAction =>
  async () => ({ default: (await import('./completion-print.ts')).printing(shell) })

export const actionLoaders: Readonly<Record<ActionName, LoadAction>> = {
  login: () => import('./login.ts'),
  logout: () => import('./logout.ts'),
  sandbox: () => import('./sandbox.ts'),
  'auth status': () => import('./auth-status.ts'),
  'auth header': () => import('./auth-header.ts'),
  'cache info': () => import('./cache-info.ts'),
  'cache clear': () => import('./cache-clear.ts'),
  'config list': () => import('./config-list.ts'),
  'config get': () => import('./config-get.ts'),
  'config set': () => import('./config-set.ts'),
  'config unset': () => import('./config-unset.ts'),
  'config path': () => import('./config-path.ts'),
  'config edit': () => import('./config-edit.ts'),
  'completion install': () => import('./completion-install.ts'),
  'completion uninstall': () => import('./completion-uninstall.ts'),
  'completion bash': printing('bash'),
  'completion zsh': printing('zsh'),
  'completion fish': printing('fish'),
  'completion powershell': printing('powershell'),
  doctor: () => import('./doctor.ts'),
}
