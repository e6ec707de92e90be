import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { root } from './load-sources.mjs'

/** The licences of the packages that stand in the bundle: they ask to be told along with every copy. */
export async function noticesOf(contents) {
  const modules = Object.values(contents).flatMap(({ modules }) => modules)
  const folders = modules.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? [])
  const texts = await Promise.all(
    [...new Set(folders)].sort().map((folder) => noticeOf(resolve(root, folder))),
  )
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
  const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`
  return `${name} ${version} (${license})\n${text}`
}
