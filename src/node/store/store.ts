/**
 * A store for small structured data with secrets in the config folder.
 * It uses `conf` and guards against its pitfalls.
 */
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import { isObject, type Json } from '../../core/json.ts'
import { lazy } from '../../core/lazy.ts'
import { plainText } from '../../core/plain-text.ts'
import type { Store } from '../../core/store.ts'
import { checkFile, checkFolder, checkSmallFile, failure, makeFolder } from '../files/file-permissions.ts'
import { underLock } from '../files/lock.ts'

/** Saved as `v` in every file, so readers may see it. A file written by hand may omit it. */
const fileVersion = 1

/**
 * Opens `<folder>/<name>.json`. Creates and writes nothing before the first `update`. Most users have no such file, and
 * then `conf` is not loaded. Throws `KivaError` of kind `config` for a file that is unsafe, unreadable or invalid, and
 * leaves it as it is.
 */
export function openStore<T extends object>(folder: string, name: string): Store<T> {
  const path = join(folder, `${name}.json`)

  const load = lazy(async () => {
    const Conf = await loadConf(folder)
    return (configName: string) =>
      new Conf<Record<string, unknown>>({
        cwd: folder,
        configName,
        configFileMode: 0o600,
        serialize,
        deserialize: (text) => parse(plainText(text, path), path),
      })
  })
  type Conf = Awaited<ReturnType<typeof load>>

  function isThere(): boolean {
    checkFolder(folder)
    return checkSmallFile(path) !== undefined
  }

  function read(conf: Conf): T | undefined {
    // If the file is missing, conf would create the folder, open to everyone.
    if (!isThere()) return undefined
    // A copy, because conf's object has no prototype.
    return { ...guarded('read', () => conf(name).store) } as T
  }

  /**
   * conf writes the new content to a separate file, which replaces the old file only once it is complete.
   * Left alone, conf follows a link, keeps the open mode of an old file, writes in place within a snap
   * package, and takes a short write on a full disk for a success.
   */
  function write(conf: Conf, content: T): void {
    const next = `${name}.new`
    const nextPath = join(folder, `${next}.json`)
    const { v: _, ...rest } = content as { readonly v?: unknown }
    const whole = { v: fileVersion, ...rest }
    try {
      sweep(next)
      guarded('write', () => {
        conf(next).store = whole
        if (readFileSync(nextPath, 'utf8') !== serialize(whole)) throw shortWrite()
        checkFile(nextPath)
        renameSync(nextPath, path)
      })
    } finally {
      sweep(next)
    }
  }

  /** Ignores a missing file: another process may have removed it first. */
  function erase(): void {
    guarded('delete', () => rmSync(path, { force: true }))
  }

  /** Removes the leftovers of a killed run, which contain secrets too. */
  function sweep(next: string): void {
    const left = readdirSync(folder).filter((file) => file.startsWith(`${next}.json`))
    for (const file of left) rmSync(join(folder, file), { force: true })
  }

  function guarded<R>(what: string, run: () => R): R {
    try {
      return run()
    } catch (cause) {
      throw cause instanceof KivaError ? cause : failure(path, what, cause)
    }
  }

  return {
    path,
    read: async () => (isThere() ? read(await load()) : undefined),
    async update(change) {
      const conf = await load()
      makeFolder(folder)
      await underLock(`${path}.lock`, () => {
        const next = change(read(conf))
        if (next) write(conf, next)
        else erase()
      })
    },
    async replace(content) {
      const conf = await load()
      makeFolder(folder)
      await underLock(`${path}.lock`, () => write(conf, content))
    },
    async remove() {
      checkFolder(folder)
      if (!checkFile(path)) return false
      await underLock(`${path}.lock`, erase)
      return true
    },
    async mode() {
      const stats = checkFile(path)
      return stats && stats.mode & 0o777
    },
  }
}

const serialize = (content: unknown) => `${JSON.stringify(content, undefined, 2)}\n`

/** Hides the parser's own message, because it quotes the text, and the text contains secrets. */
function parse(text: string, path: string): Record<string, unknown> {
  const content = jsonObject(text)
  if (!content) {
    throw new KivaError('config', `${path} is corrupt: expected a JSON object`, {
      hint: 'Repair it or move it away, then log in again.',
    })
  }
  const version = content['v'] ?? fileVersion
  if (version === fileVersion) return content
  throw new KivaError(
    'config',
    // The actual version is not quoted: it may be anything, even a secret.
    `cannot read ${path}: unknown file version (expected ${fileVersion})`,
    {
      hint: 'A newer kiva probably wrote it: update kiva, or move the file away.',
    },
  )
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const shortWrite = () => Object.assign(new Error('the file was written incompletely'), { code: 'ENOSPC' })

/**
 * Loads `conf`, which is slow to load, and undoes its side effects on the process. Its dependencies look for a home
 * folder at once, and crash if there is none. They also listen to every signal and send it to this process a second time.
 */
async function loadConf(home: string) {
  // Without this listener, removing theirs would let a write beyond the file size limit kill the process.
  if (process.listenerCount('SIGXFSZ') === 0) process.on('SIGXFSZ', () => {})
  const before = new Map(signals().map((name) => [name, new Set(process.listeners(name))]))
  const lacksHome = process.env['HOME'] === undefined
  if (lacksHome) process.env['HOME'] = home
  try {
    return (await import('conf')).default
  } finally {
    if (lacksHome) delete process.env['HOME']
    for (const name of signals()) {
      for (const listener of process.listeners(name)) {
        if (!before.get(name)?.has(listener)) process.removeListener(name, listener)
      }
    }
  }
}

function signals(): NodeJS.Signals[] {
  return process.eventNames().filter((name): name is NodeJS.Signals => String(name).startsWith('SIG'))
}
