import { join } from 'node:path'
import { root } from './load-sources.mjs'

const architectures = { x64: 'x64', arm64: 'aarch64' }

/** This machine, as Bun names its platforms. */
export const host = `${process.platform === 'win32' ? 'windows' : process.platform}-${architectures[process.arch]}`

/** Where single executables are built. */
export const binaryFolder = join(root, 'build', 'binary')

/** How the names of programs end on a platform. */
export const endingOf = (target) => (target.startsWith('windows') ? '.exe' : '')

/** The single executable for a platform. */
export const executableFor = (target) => join(binaryFolder, `kiva-${target}${endingOf(target)}`)
