import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from './load-sources.mjs'

/** Name, version, licence and its text, of each package that has a module in the bundle, by name. */
export async function bundledPackages(contents) {
  const modules = Object.values(contents).flatMap(({ modules }) => modules)
  const folders = modules.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [])
  return Promise.all([...new Set(folders)].sort().map((folder) => packageIn(resolve(root, folder))))
}

/** The licences of these packages, which ask to be told along with every copy: all in a list, then each in its words. */
export function noticesOf(packages) {
  const list = packages.map(({ title }) => `  ${title}\n`).join('')
  const texts = packages.map(({ title, text }) => `${title}\n\n${text}\n`)
  return [`Parts of these packages are in this folder:\n\n${list}`, ...texts].join(`\n${'-'.repeat(80)}\n\n`)
}

async function packageIn(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined) throw new Error(`${name} brings no licence: it cannot be bundled.`)
  // What a package is compiled from has licences that it does not bring.
  const compiledIn = join(root, 'scripts', 'bundle', 'compiled-in', `${name.replace('/', '-')}.txt`)
  const files = [join(folder, file), ...(existsSync(compiledIn) ? [compiledIn] : [])]
  const texts = await Promise.all(files.map(async (path) => (await readFile(path, 'utf8')).trim()))
  return { id: `${name}@${version}`, title: `${name} ${version} (${license})`, text: texts.join('\n\n') }
}
