/** `kiva config`: shows and changes the settings in `config.json`. */
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
  examples: ['', '--quiet'],
} as const satisfies Action
