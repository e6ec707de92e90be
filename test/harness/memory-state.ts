import type { StateFolder } from '../../src/core/store.ts'

/** The state folder in a map, by name. The real one is tested in test/node/store/state-folder.test.ts. */
export function memoryState(files: Map<string, string>): StateFolder {
  return {
    pathOf: (name) => `/state/${name}`,
    list: async (subfolder) =>
      [...files.keys()]
        .filter((name) => name.startsWith(`${subfolder}/`))
        .map((name) => name.slice(subfolder.length + 1))
        .sort(),
    read: async (name) => files.get(name),
    update: async (name, change, ...beside) => {
      const write = (file: string, text: string | undefined) =>
        text === undefined ? files.delete(file) : files.set(file, text)
      write(name, change(files.get(name)))
      for (const other of beside) write(other.name, other.text())
    },
  }
}
