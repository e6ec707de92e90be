'use strict'
// Keeps compiled code from one run to the next, where Node can (22.1 and later). It runs before the tool is loaded, so
// it is small and imports nothing of it: a test compares the folder with that of src/node/files/folders.ts.
const { lstatSync, mkdirSync } = require('node:fs')
const { dirname, posix, win32 } = require('node:path')

module.exports = { compileCacheFolder, useCompileCache }

/** Calls `enable` with the folder, or does nothing where Node was told about a cache or the folder is missing or unsafe. */
function useCompileCache(enable, env, platform) {
  if ('NODE_COMPILE_CACHE' in env || 'NODE_DISABLE_COMPILE_CACHE' in env) return
  const folder = compileCacheFolder(env, platform)
  if (folder === undefined) return
  try {
    // Node runs the code it finds there, so nobody else may exchange the folder or reach into it.
    if (isPrivate(dirname(folder), 0o022) && isPrivate(folder, 0o077)) enable(folder)
  } catch {
    // A run without the cache only takes longer.
  }
}

/** `compile` in the cache folder of kiva; undefined where that has no absolute path. */
function compileCacheFolder(env, platform) {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix
  const below = (folder, ...names) => (folder && isAbsolute(folder) ? join(folder, ...names) : undefined)
  if (env.KIVA_CACHE_DIR) return below(env.KIVA_CACHE_DIR, 'compile')
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA || (env.USERPROFILE && join(env.USERPROFILE, 'AppData', 'Local'))
    return below(local, 'kiva', 'Cache', 'compile')
  }
  const home = platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']
  return below(env.XDG_CACHE_HOME, 'kiva', 'compile') ?? below(env.HOME, ...home, 'kiva', 'compile')
}

/** Step by step: `recursive` never ends on some file systems, such as /proc. */
function makeFolder(folder) {
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    if (error.code === 'EEXIST') return
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error
    makeFolder(dirname(folder))
    mkdirSync(folder, 0o700)
  }
}

/** Makes the folder if needed; whether it is the user's own, no link, and without these permissions (Windows has none). */
function isPrivate(folder, forbidden) {
  makeFolder(folder)
  const stats = lstatSync(folder)
  if (!stats.isDirectory()) return false
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & forbidden) === 0)
}
