import { posix, win32 } from 'node:path'
import { KivaError } from '../errors.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * The folder of the tool's own files: KIVA_CONFIG_DIR, else the platform's place for `kiva`. Ask for it when a file
 * is needed: it throws `KivaError` of kind `config` where no folder can be named, and most commands need none.
 */
export function configFolder(env: Env, platform: NodeJS.Platform): string {
  const chosen = env['KIVA_CONFIG_DIR']
  if (chosen) return absolute('KIVA_CONFIG_DIR', chosen, platform)
  if (platform === 'win32') {
    const roaming =
      env['APPDATA'] || (env['USERPROFILE'] && win32.join(env['USERPROFILE'], 'AppData', 'Roaming'))
    return win32.join(absolute('APPDATA', roaming, platform), 'kiva')
  }
  // The XDG specification: a relative path there is invalid and counts as not set.
  const xdg = env['XDG_CONFIG_HOME']
  if (xdg && posix.isAbsolute(xdg)) return posix.join(xdg, 'kiva')
  const home = absolute('HOME', env['HOME'], platform)
  return platform === 'darwin'
    ? posix.join(home, 'Library', 'Application Support', 'kiva')
    : posix.join(home, '.config', 'kiva')
}

/** A relative folder would take the credentials from wherever a command happens to run. */
function absolute(name: string, path: string | undefined, platform: NodeJS.Platform): string {
  const { isAbsolute } = platform === 'win32' ? win32 : posix
  if (path && isAbsolute(path)) return path
  throw new KivaError('config', path ? `${name} is not an absolute path: ${path}` : `${name} is not set`, {
    hint: 'Set KIVA_CONFIG_DIR to the absolute path of a folder for the configuration and the credentials of kiva.',
  })
}
