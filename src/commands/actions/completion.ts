/** `kiva completion`: shell completion for the Tab key. */
import type { Action } from '../action.ts'

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type ShellName = (typeof shells)[number]

const printing = <const Name extends ShellName>(shell: Name, title: string, file: string) =>
  ({
    name: `completion ${shell}`,
    brief: `Print the completion script for ${title}`,
    params: {},
    examples: ['', `> ${file}`],
  }) as const satisfies Action

export const completionBash = printing('bash', 'bash', 'kiva.bash')
export const completionZsh = printing('zsh', 'zsh', '_kiva')
export const completionFish = printing('fish', 'fish', 'kiva.fish')
export const completionPowershell = printing('powershell', 'PowerShell', 'kiva.ps1')

const params = {
  shell: { kind: 'string', brief: 'shell; taken from SHELL if not given', choices: shells },
  dry_run: { kind: 'flag', brief: 'print the changes without making them' },
} as const satisfies Action['params']

export const completionInstall = {
  name: 'completion install',
  brief: 'Install shell completion',
  params,
  examples: ['--dry-run', '', '--shell zsh'],
} as const satisfies Action

export const completionUninstall = {
  name: 'completion uninstall',
  brief: 'Remove shell completion',
  params,
  examples: ['--dry-run', '--shell zsh'],
} as const satisfies Action
