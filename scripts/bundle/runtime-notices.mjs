import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { binaryFolder } from './executables.mjs'
import { fetchPackage } from './fetch-package.mjs'
import { bunVersion } from './runtime.mjs'
import { runtimeParts } from './runtime-parts.mjs'

/** The licenses whose text is the same for everybody. The others name a copyright holder, whom each address tells. */
const texts = ['LGPL-2.0-only', 'LGPL-2.1-only', 'Apache-2.0']

/** The notices of the runtime, to stand beside an executable. */
export async function runtimeNotices() {
  const rows = runtimeParts.map(
    ({ names, license, address }) => `  ${names.join(', ')}\n    ${license}; https://${address}\n`,
  )
  const licenses = await Promise.all(texts.map(licenseText))
  return [`${introduction}${rows.join('')}`, ...licenses].join(`\n${'-'.repeat(80)}\n\n`)
}

const introduction = `The executable contains Bun ${bunVersion}, and kiva in the form that Bun compiles.

JavaScriptCore and TinyCC are under the GNU Lesser General Public License, which entitles you to change them and to link
the executable again:
  1. Get the source of Bun ${bunVersion} (tag bun-v${bunVersion} of https://github.com/oven-sh/bun). It names the commit of its WebKit.
  2. Get that commit of https://github.com/oven-sh/WebKit, and change it. Build Bun with it, as the license page of Bun says.
  3. Build kiva with that Bun: pass its path as --compile-executable-path to the command in scripts/build-binary.mjs of kiva's source.

Bun contains:

`

async function licenseText(id) {
  const folder = await fetchPackage('spdx-license-list', spdx.version, spdx.hash, binaryFolder)
  const { name, licenseText: text } = JSON.parse(
    await readFile(join(folder, 'licenses', `${id}.json`), 'utf8'),
  )
  return `${name} (${id})\n\n${text.trim()}\n`
}

/** The texts of licenses by their SPDX identifiers. */
const spdx = {
  version: '6.12.0',
  hash: 'sha512-+nUYqm3aZMSHbjsthK+i/HHI2okTElCvqwUd4k8QcSk+FTGgjq+fsdFj2wZOaX6XmR2JdWhf/NeflNnvKOjcnQ==',
}
