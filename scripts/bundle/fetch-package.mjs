import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const [npm, ...npmWords] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

/**
 * The folder of a package of the npm registry, kept in `home`. Nothing of it is unpacked, or used again later, before its
 * hash (as in package-lock.json) was compared.
 */
export async function fetchPackage(name, version, integrity, home) {
  const folder = join(home, `${name.replace('/', '-')}-${version}`)
  const tarball = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  await mkdir(folder, { recursive: true })
  if (!existsSync(tarball)) {
    const words = ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder]
    execFileSync(npm, [...npmWords, ...words])
  }
  checkHash(tarball, await readFile(tarball), integrity)
  execFileSync('tar', ['-xf', tarball, '-C', folder])
  return join(folder, 'package')
}

/** Throws where the bytes are not those of the hash. */
export function checkHash(what, bytes, integrity) {
  const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${what} has the hash ${hash}, expected ${integrity}`)
}
