/** Finds the tool's own folders on each platform. */
import { posix, win32 } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { asGiven } from '../../core/foreign-text.ts'
import type { Env } from '../../core/settings.ts'

/** A folder's purpose, and its location on each platform. */
interface Place {
  /** The environment variable that overrides the location. */
  readonly variable: string
  readonly holds: string
  readonly xdg: { readonly variable: string; readonly below: string }
  /** Below `Library` in the home folder. */
  readonly darwin: string
  readonly windows: { readonly variable: string; readonly below: string; readonly name: string }
}

const config: Place = {
  variable: 'KIVA_CONFIG_DIR',
  holds: 'settings and credentials',
  xdg: { variable: 'XDG_CONFIG_HOME', below: '.config' },
  darwin: 'Application Support/kiva',
  windows: { variable: 'APPDATA', below: 'Roaming', name: 'kiva' },
}

const cache: Place = {
  variable: 'KIVA_CACHE_DIR',
  holds: 'the cache',
  xdg: { variable: 'XDG_CACHE_HOME', below: '.cache' },
  darwin: 'Caches/kiva',
  windows: { variable: 'LOCALAPPDATA', below: 'Local', name: 'kiva\\Cache' },
}

const state: Place = {
  variable: 'KIVA_STATE_DIR',
  holds: 'shortlists, saved commands and marks',
  xdg: { variable: 'XDG_STATE_HOME', below: '.local/state' },
  darwin: 'Application Support/kiva/State',
  windows: { variable: 'LOCALAPPDATA', below: 'Local', name: 'kiva\\State' },
}

const data: Place = {
  variable: 'KIVA_DATA_DIR',
  holds: 'the mirror',
  xdg: { variable: 'XDG_DATA_HOME', below: '.local/share' },
  darwin: 'Application Support/kiva/Data',
  windows: { variable: 'LOCALAPPDATA', below: 'Local', name: 'kiva\\Data' },
}

/**
 * Returns the folder of settings and credentials: KIVA_CONFIG_DIR, else the platform's folder for `kiva`.
 * Call it only when a file is needed: it throws `KivaError` of kind `config` if no folder can be determined,
 * and most commands need none.
 */
export const configFolder = (env: Env, platform: NodeJS.Platform) => folderAt(config, env, platform)

/**
 * Returns the cache folder: KIVA_CACHE_DIR, else the platform's folder for `kiva`.
 * Throws like {@link configFolder}.
 */
export const cacheFolder = (env: Env, platform: NodeJS.Platform) => folderAt(cache, env, platform)

/**
 * Returns the state folder: KIVA_STATE_DIR, else the platform's folder for `kiva`.
 * Throws like {@link configFolder}.
 */
export const stateFolder = (env: Env, platform: NodeJS.Platform) => folderAt(state, env, platform)

/**
 * Returns the data folder: KIVA_DATA_DIR, else the platform's folder for `kiva`.
 * Throws like {@link configFolder}.
 */
export const dataFolder = (env: Env, platform: NodeJS.Platform) => folderAt(data, env, platform)

function folderAt(place: Place, env: Env, platform: NodeJS.Platform): string {
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  /** Requires an absolute path: a relative folder would depend on where a command runs. */
  const absolute = (name: string, path: string | undefined): string => {
    if (path && isAbsolute(path)) return path
    throw new KivaError(
      'config',
      path ? `invalid value "${asGiven(path)}" for ${name}: expected an absolute path` : `${name} is not set`,
      {
        hint: `Set ${place.variable} to an absolute path, as the folder for ${place.holds}.`,
      },
    )
  }
  const chosen = env[place.variable]
  if (chosen) return absolute(place.variable, chosen)
  if (platform === 'win32') {
    const { variable, below, name } = place.windows
    const home = env['USERPROFILE'] && win32.join(env['USERPROFILE'], 'AppData', below)
    return win32.join(absolute(variable, env[variable] || home), name)
  }
  // The XDG specification says that a relative path is invalid and counts as unset.
  const xdg = env[place.xdg.variable]
  if (xdg && posix.isAbsolute(xdg)) return posix.join(xdg, 'kiva')
  const home = absolute('HOME', env['HOME'])
  return platform === 'darwin'
    ? posix.join(home, 'Library', place.darwin)
    : posix.join(home, place.xdg.below, 'kiva')
}
