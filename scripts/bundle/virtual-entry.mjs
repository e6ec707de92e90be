import { join } from 'node:path'

/** A rolldown plugin: the module `name`, which stands in no file, has these lines and is resolved from `folder`. */
export function virtualEntry(name, folder, lines) {
  const id = join(folder, `${name}.virtual.mjs`)
  return {
    name: 'virtual-entry',
    resolveId: (specifier) => (specifier === name ? id : undefined),
    load: (path) => (path === id ? lines.join('\n') : undefined),
  }
}
