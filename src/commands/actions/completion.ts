/** `kiva completion`: shell completion for the Tab key. */
import type { Action } from '../action.ts'

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type ShellName = (typeof shells)[number]

const printing = <const Name extends ShellName>(shell: Name, title: string, use: string, file: string) =>
  ({
    name: `completion ${shell}`,
    brief: `Print the completion script for ${title}`,
    about: `To try it in the current shell: ${use}\n\nTo install it for all shells: kiva completion install`,
    params: {},
    examples: ['', `> ${file}`],
  }) as const satisfies Action

export const completionBash = printing('bash', 'bash', 'source <(kiva completion bash)', 'kiva.bash')
export const completionZsh = printing('zsh', 'zsh', 'source <(kiva completion zsh)', '_kiva')
export const completionFish = printing('fish', 'fish', 'kiva completion fish | source', 'kiva.fish')
export const completionPowershell = printing(
  'powershell',
  'PowerShell',
  'kiva completion powershell | Out-String | Invoke-Expression',
  'kiva.ps1',
)

const params = {
  shell: { kind: 'string', brief: 'shell; taken from SHELL if not given', choices: shells },
  dry_run: { kind: 'flag', brief: 'print the changes without making them' },
} as const satisfies Action['params']

export const completionInstall = {
  name: 'completion install',
  brief: 'Install shell completion',
  about:
    'Writes the script to the folder where the shell looks for completions: under XDG_DATA_HOME for bash and fish. If the shell needs more, it also adds marked lines to a startup file: .zshrc (in ZDOTDIR) for zsh, the profile for PowerShell, and .bashrc if bash-completion is not installed.\n\nIt prints every change. Running it again changes nothing. After an update of kiva, run it again to install the new script.',
  params,
  examples: ['--dry-run', '', '--shell zsh'],
} as const satisfies Action

export const completionUninstall = {
  name: 'completion uninstall',
  brief: 'Remove shell completion',
  about: 'Deletes the script and the marked lines. The rest of the startup files is kept.',
  params,
  examples: ['--dry-run', '--shell zsh'],
} as const satisfies Action
