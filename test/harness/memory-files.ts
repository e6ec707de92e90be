/** The files of a folder in memory, by name. As on a disk, a file gets its name when it is complete. */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { KivaError } from '../../src/core/errors.ts'
import type { FileMark, FileName, FileOptions, Files, OutputFile } from '../../src/core/files.ts'

const sum = (text: string) => createHash('sha256').update(text).digest('hex')

/** The real files are tested in test/node/files/files.test.ts. */
export function memoryFiles(folder: Map<string, string>): Files {
  const nameIn = (path: string) => path.replace('/here/', '')
  const workName = (path: string, { until }: FileOptions) =>
    until === 'own' ? path : `${path}${until === 'part' ? '.part' : '.tmp'}`
  const refuse = (words: string) => new KivaError('config', words, { hint: 'As the real one.' })

  const open = (path: string, options: FileOptions): OutputFile => {
    const name = workName(path, options)
    let isOver = false
    return {
      path: `/here/${path}`,
      isStream: false,
      isTerminal: false,
      write: async (chunk) => {
        const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
        folder.set(name, (folder.get(name) ?? '') + text)
      },
      mark: async (): Promise<FileMark> => {
        const text = folder.get(name) ?? ''
        return { bytes: Buffer.byteLength(text), sha256: sum(text) }
      },
      complete: async () => {
        const text = folder.get(name) ?? ''
        isOver = true
        folder.delete(name)
        folder.set(path, text)
        return Buffer.byteLength(text)
      },
      leave: async () => {
        isOver = true
        return folder.has(name)
      },
      discard: async () => {
        if (!isOver) folder.delete(name)
      },
    }
  }

  return {
    create: async (path, options) => {
      const name = workName(path, options)
      if (!options.overwrite && (folder.has(path) || folder.has(name)))
        throw refuse(`file already exists: ${path}`)
      folder.set(name, '')
      return open(path, options)
    },
    reopen: async (path, { bytes, sha256 }, options) => {
      const name = workName(path, options)
      const text = folder.get(name)
      if (text === undefined) return undefined
      const kept = Buffer.from(text).subarray(0, bytes).toString()
      if (Buffer.byteLength(kept) < bytes) throw refuse(`${name} is shorter than before`)
      if (sum(kept) !== sha256) throw refuse(`${name} was changed by another program`)
      folder.set(name, kept)
      return open(path, options)
    },
    absolute: async (path) => `/here/${path}`,
    findSame: async (names) => {
      const path = ({ named, suffix = '' }: FileName) => posix.normalize(named) + suffix
      const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))
      return pairs.find(([one, other]) => one.option !== other.option && path(one) === path(other))
    },
    isThere: async (path) => folder.has(path),
    readPart: async (path, start, end) => Buffer.from(folder.get(path) ?? '').subarray(start, end),
    size: async (path) => {
      const text = folder.get(path)
      return text === undefined ? undefined : Buffer.byteLength(text)
    },
    read: async (path) => folder.get(path),
    readBytes: async (path) => {
      const text = folder.get(path)
      return text === undefined ? undefined : Buffer.from(text)
    },
    async *chunks(path) {
      yield folder.get(path) ?? ''
    },
    rewrite: async (path, content) => void folder.set(path, Buffer.from(content).toString()),
    replace: async (path, text) => void folder.set(nameIn(path), text),
    remove: async (path) => void folder.delete(nameIn(path)),
    checkOwners: async () => {},
    makeFolderOf: async () => {},
    list: async () => undefined,
    publish: async (path, text) => {
      if (folder.has(path)) return false
      folder.set(path, text)
      return true
    },
    hold: async () => () => {},
    digest: sum,
  }
}
