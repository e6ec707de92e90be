/** `kiva completion`: shell completion for the Tab key. */
import type { Action } from '../action.ts'

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type ShellName = (typeof shells)[number]

const printing = <const Name extends ShellName>(shell: Name, title: string, use: string, file: string) =>
  ({
    name: `completion ${shell}`,
    brief: `Print the completion of ${title}`,
    about: `For trying, in one shell: ${use}\n\nkiva completion install keeps it for all of them.`,
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
  shell: { kind: 'string', brief: 'whose completion; that of SHELL when left out', choices: shells },
  dry_run: { kind: 'flag', brief: 'tell what would change, and change nothing' },
} as const satisfies Action['params']

export const completionInstall = {
  name: 'completion install',
  brief: 'Have a shell complete kiva from now on',
  about:
    'Puts the script where the shell looks for completions: below XDG_DATA_HOME for bash and fish. Only where that is not enough are lines added to a file that the shell reads, between marks: always in the .zshrc (of ZDOTDIR) and the profile of PowerShell, in the .bashrc where bash-completion is missing.\n\nDone twice, it changes nothing the second time. Each change is told. The script is that of this version: install it anew after an update.',
  params,
  examples: ['--dry-run', '', '--shell zsh'],
} as const satisfies Action

export const completionUninstall = {
  name: 'completion uninstall',
  brief: 'Have a shell forget the completion of kiva',
  about: 'Removes the script, and the lines between the marks; all else in these files stays as it is.',
  params,
  examples: ['--dry-run', '--shell zsh'],
} as const satisfies Action
