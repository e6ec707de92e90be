/** The facts that `kiva doctor` checks: the process, its folders, its proxy. */
import { accessSync, constants, lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { withoutPassword } from '../../core/origin.ts'
import type { Machine, Place } from '../../core/process.ts'
import type { Env } from '../../core/settings.ts'
import {
  checkFile,
  checkFolder,
  checkSmallFile,
  checkUnlinkedFolder,
  failure,
} from '../files/file-permissions.ts'
import { cacheFolder, configFolder, dataFolder, stateFolder } from '../files/folders.ts'
import { proxyFor, uselessBypass } from '../network/proxy.ts'

export function thisMachine(env: Env): Machine {
  const { node = '', bun } = process.versions
  return {
    runtime: bun === undefined ? `Node.js ${node}` : `Bun ${bun}`,
    platform: `${process.platform} ${process.arch}`,
    program: resolved(bun === undefined ? (process.argv[1] ?? '') : process.execPath),
    places: () => {
      const config = () => configFolder(env, process.platform)
      const data = () => dataFolder(env, process.platform)
      return [
        placeOf('config folder', config, (path) => checkWritable(path, checkFolder)),
        placeOf('settings file', () => join(config(), 'config.json'), checkSmallFile),
        placeOf('credential file', () => join(config(), 'credentials.json'), checkSmallFile),
        placeOf(
          'state folder',
          () => stateFolder(env, process.platform),
          (path) => checkWritable(path, checkFolder),
        ),
        placeOf(
          'cache folder',
          () => cacheFolder(env, process.platform),
          (path) => checkWritable(path, checkUnlinkedFolder),
        ),
        placeOf('data folder', data, (path) => checkWritable(path, checkFolder)),
        placeOf('mirror', () => join(data(), 'mirror.sqlite'), checkFile),
      ]
    },
    proxyFor: (url) => {
      const proxy = proxyFor(new URL(url), env)
      return proxy && { address: withoutPassword(proxy.url.href), variable: proxy.variable }
    },
    uselessBypass: uselessBypass(env),
    // Node 22 and later load the extra certificates at the first secure connection.
    readsMoreAuthorities:
      bun === undefined && Boolean(env['NODE_EXTRA_CA_CERTS']) && Number.parseInt(node, 10) < 22,
  }
}

/** Returns a path without links, or as it is if it no longer exists. */
function resolved(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Checks a path without changing anything. */
function placeOf(name: string, where: () => string, check: (path: string) => unknown): Place {
  let place: Place = { name, isThere: false }
  try {
    const path = where()
    const stats = lstatSync(path, { throwIfNoEntry: false })
    place = { ...place, path, isThere: stats !== undefined }
    if (stats && process.getuid) place = { ...place, mode: (stats.mode & 0o777).toString(8).padStart(4, '0') }
    check(path)
    return place
  } catch (problem) {
    return {
      ...place,
      problem: problem instanceof KivaError ? problem : failure(name, 'access', problem),
    }
  }
}

function checkWritable(folder: string, check: (folder: string) => unknown): void {
  check(folder)
  try {
    if (lstatSync(folder, { throwIfNoEntry: false })) accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw failure(folder, 'write', cause)
  }
}
