import { describe, expect, test } from 'vitest'
import { KivaError } from '../../../src/core/errors.ts'
import { cacheFolder, configFolder, stateFolder } from '../../../src/node/files/folders.ts'

test.each([
  ['linux', { HOME: '/home/ada' }, '/home/ada/.config/kiva'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '/data/ada' }, '/data/ada/kiva'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: 'data' }, '/home/ada/.config/kiva'],
  ['linux', { XDG_CONFIG_HOME: '/data/ada' }, '/data/ada/kiva'],
  ['linux', { HOME: '/home/ada', KIVA_CONFIG_DIR: '/etc/ada' }, '/etc/ada'],
  ['linux', { HOME: '/home/ada', KIVA_CONFIG_DIR: '' }, '/home/ada/.config/kiva'],
  ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/kiva'],
  ['win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, 'C:\\Users\\ada\\AppData\\Roaming\\kiva'],
  ['win32', { USERPROFILE: 'C:\\Users\\ada' }, 'C:\\Users\\ada\\AppData\\Roaming\\kiva'],
  ['win32', { KIVA_CONFIG_DIR: 'D:\\kiva' }, 'D:\\kiva'],
] as const)('on %s with %j it is %s', (platform, env, folder) => {
  expect(configFolder(env, platform)).toBe(folder)
})

test.each([
  ['linux', {}, 'HOME is not set'],
  ['linux', { HOME: '' }, 'HOME is not set'],
  ['linux', { HOME: 'ada' }, 'invalid value "ada" for HOME: expected an absolute path'],
  ['win32', {}, 'APPDATA is not set'],
  [
    'linux',
    { KIVA_CONFIG_DIR: '.kiva', HOME: '/home/ada' },
    'invalid value ".kiva" for KIVA_CONFIG_DIR: expected an absolute path',
  ],
] as const)('on %s with %j the config folder is an error: %s', (platform, env, message) => {
  try {
    configFolder(env, platform)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(KivaError)
    expect(error).toMatchObject({ kind: 'config', message, hint: expect.stringContaining('KIVA_CONFIG_DIR') })
  }
})

describe('the cache folder', () => {
  test.each([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.cache/kiva'],
    ['linux', { HOME: '/home/ada', XDG_CACHE_HOME: '/fast/ada' }, '/fast/ada/kiva'],
    ['linux', { HOME: '/home/ada', XDG_CACHE_HOME: 'fast' }, '/home/ada/.cache/kiva'],
    ['linux', { HOME: '/home/ada', KIVA_CACHE_DIR: '/fast' }, '/fast'],
    [
      'linux',
      { HOME: '/home/ada', KIVA_CONFIG_DIR: '/etc/ada', XDG_CONFIG_HOME: '/x' },
      '/home/ada/.cache/kiva',
    ],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Caches/kiva'],
    ['win32', { LOCALAPPDATA: 'C:\\Users\\ada\\Local' }, 'C:\\Users\\ada\\Local\\kiva\\Cache'],
    ['win32', { USERPROFILE: 'C:\\Users\\ada' }, 'C:\\Users\\ada\\AppData\\Local\\kiva\\Cache'],
  ] as const)('on %s with %j it is %s', (platform, env, folder) => {
    expect(cacheFolder(env, platform)).toBe(folder)
  })

  test('is an error if a variable is missing or relative', () => {
    expect(() => cacheFolder({ KIVA_CACHE_DIR: 'here' }, 'linux')).toThrow(
      'invalid value "here" for KIVA_CACHE_DIR: expected an absolute path',
    )
    expect(() => cacheFolder({}, 'win32')).toThrow('LOCALAPPDATA is not set')
    try {
      cacheFolder({}, 'linux')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        kind: 'config',
        message: 'HOME is not set',
        hint: expect.stringContaining('KIVA_CACHE_DIR'),
      })
    }
  })
})

describe('the state folder', () => {
  test.each([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.local/state/kiva'],
    ['linux', { HOME: '/home/ada', XDG_STATE_HOME: '/data/ada' }, '/data/ada/kiva'],
    ['linux', { HOME: '/home/ada', XDG_STATE_HOME: 'data' }, '/home/ada/.local/state/kiva'],
    ['linux', { HOME: '/home/ada', KIVA_STATE_DIR: '/mine' }, '/mine'],
    ['linux', { HOME: '/home/ada', KIVA_CONFIG_DIR: '/etc/ada' }, '/home/ada/.local/state/kiva'],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/kiva/State'],
    ['win32', { LOCALAPPDATA: 'C:\\Users\\ada\\Local' }, 'C:\\Users\\ada\\Local\\kiva\\State'],
    ['win32', { USERPROFILE: 'C:\\Users\\ada' }, 'C:\\Users\\ada\\AppData\\Local\\kiva\\State'],
  ] as const)('on %s with %j it is %s', (platform, env, folder) => {
    expect(stateFolder(env, platform)).toBe(folder)
  })

  test('is an error if a variable is missing or relative', () => {
    expect(() => stateFolder({ KIVA_STATE_DIR: 'here' }, 'linux')).toThrow(
      'invalid value "here" for KIVA_STATE_DIR: expected an absolute path',
    )
    try {
      stateFolder({}, 'linux')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        kind: 'config',
        message: 'HOME is not set',
        hint: expect.stringContaining('KIVA_STATE_DIR'),
      })
    }
  })
})
