/** `kiva config`: shows and changes the settings in `config.json`. */
import type { Action } from '../action.ts'

const setting = {
  kind: 'string',
  argument: true,
  brief: 'name of a setting, such as timeout',
  setting: true,
} as const

/** Shared by the commands that change the file. */
const about =
  'With --profile it is about the settings that stand under that name in the file, and are taken first.'

export const configList = {
  name: 'config list',
  brief: 'Show every setting, and where it comes from',
  about: 'The nearest wins: flag, environment, profile, settings file, default. Nothing is sent.',
  params: {},
  mends: true,
  examples: ['', '-o json', '--timeout 60'],
} as const satisfies Action

export const configGet = {
  name: 'config get',
  brief: 'Print one setting as it is in this run',
  about: 'Prints the value alone, unless a format was asked for; an empty line where there is none.',
  params: { setting },
  mends: true,
  examples: ['timeout', 'output -o json'],
} as const satisfies Action

export const configSet = {
  name: 'config set',
  brief: 'Keep a setting for every run to come',
  about,
  params: { setting, value: { kind: 'string', argument: true, brief: 'what its flag would take' } },
  mends: true,
  examples: ['timeout 60', 'output table', '--profile play sandbox 1'],
} as const satisfies Action

export const configUnset = {
  name: 'config unset',
  brief: 'Forget a setting that was kept',
  about,
  params: { setting },
  mends: true,
  examples: ['timeout', '--profile play sandbox'],
} as const satisfies Action

export const configPath = {
  name: 'config path',
  brief: 'Print where the settings file is, or would be',
  params: {},
  mends: true,
  examples: ['', '-o json'],
} as const satisfies Action

export const configEdit = {
  name: 'config edit',
  brief: 'Edit the settings file, and check it before it counts',
  about:
    'Opens a copy in the editor of VISUAL or EDITOR. What cannot be used is told, and the file stays as it was; a file that is broken can be mended so.',
  params: {},
  mends: true,
  examples: ['', '--quiet'],
} as const satisfies Action
