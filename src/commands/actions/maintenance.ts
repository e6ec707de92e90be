/** `kiva config`, `kiva completion`, `kiva cache` and `kiva doctor`: they set kiva up. */
import type { Action } from '../action.ts'

const setting = {
  kind: 'string',
  argument: true,
  brief: 'setting name, such as timeout',
  setting: true,
} as const

export const configList = {
  name: 'config list',
  brief: 'Show all settings and their sources',
  params: {},
  toleratesInvalidSettings: true,
  examples: ['', '-o json', '--timeout 60'],
} as const satisfies Action

export const configGet = {
  name: 'config get',
  brief: 'Print the value of a setting',
  params: { setting },
  toleratesInvalidSettings: true,
  examples: ['timeout', 'output -o json'],
} as const satisfies Action

export const configSet = {
  name: 'config set',
  brief: 'Set a configuration value',
  params: { setting, value: { kind: 'string', argument: true, brief: 'new value, as its option takes it' } },
  toleratesInvalidSettings: true,
  examples: ['timeout 60', 'output table', '--profile play sandbox 1'],
} as const satisfies Action

export const configUnset = {
  name: 'config unset',
  brief: 'Unset a configuration value',
  params: { setting },
  toleratesInvalidSettings: true,
  examples: ['timeout', '--profile play sandbox'],
} as const satisfies Action

export const configPath = {
  name: 'config path',
  brief: 'Print the path of the settings file',
  params: {},
  toleratesInvalidSettings: true,
  examples: ['', '-o json'],
} as const satisfies Action

export const configEdit = {
  name: 'config edit',
  brief: 'Edit the settings file in your editor',
  params: {},
  toleratesInvalidSettings: true,
  prints: 'text',
  examples: ['', '--quiet'],
} as const satisfies Action

/** The shells with completion. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type ShellName = (typeof shells)[number]

const printing = <const Name extends ShellName>(shell: Name, title: string, file: string) =>
  ({
    name: `completion ${shell}`,
    brief: `Print the completion script for ${title}`,
    params: {},
    prints: 'text',
    examples: ['', `> ${file}`],
  }) as const satisfies Action

export const completionBash = printing('bash', 'bash', 'kiva.bash')
export const completionZsh = printing('zsh', 'zsh', '_kiva')
export const completionFish = printing('fish', 'fish', 'kiva.fish')
export const completionPowershell = printing('powershell', 'PowerShell', 'kiva.ps1')

const params = {
  into: {
    kind: 'string',
    argument: true,
    optional: true,
    placeholder: 'shell',
    brief: 'shell; taken from SHELL if not given',
    choices: shells,
  },
  shell: { kind: 'string', brief: 'the same as an option', choices: shells },
  dry_run: { kind: 'flag', brief: 'print the changes without making them' },
} as const satisfies Action['params']

export const completionInstall = {
  name: 'completion install',
  brief: 'Install shell completion',
  params,
  examples: ['--dry-run', '', 'zsh'],
} as const satisfies Action

export const completionUninstall = {
  name: 'completion uninstall',
  brief: 'Remove shell completion',
  params,
  examples: ['--dry-run', 'zsh'],
} as const satisfies Action

export const cacheInfo = {
  name: 'cache info',
  brief: 'Show the location and size of the cache',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const cacheClear = {
  name: 'cache clear',
  brief: 'Delete all cached responses',
  params: {},
  examples: ['', '-o json'],
} as const satisfies Action

export const doctor = {
  name: 'doctor',
  scrolls: true,
  brief: 'Check your setup',
  params: {
    network: {
      kind: 'flag',
      brief: 'ask for the newest kiva too, besides the API and the login page',
    },
    schema: {
      kind: 'flag',
      brief: "compare the API's responses with its documentation",
      conflicts: [{ option: 'network', hint: '--schema sends requests to the API only.' }],
    },
  },
  toleratesInvalidSettings: true,
  examples: ['', '--offline', '-o json', '--schema'],
} as const satisfies Action
