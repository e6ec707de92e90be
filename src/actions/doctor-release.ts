/** `kiva doctor --network`: the newest release of kiva, and the command that installs it. */
import { userAgent } from '../api/wire/request.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isLoopback } from '../core/origin.ts'
import type { Machine } from '../core/process.ts'
import { shellWord } from '../core/shell-word.ts'
import { homepage, version } from '../core/version.ts'
import { type Finding, ok, warning } from './doctor-findings.ts'

/**
 * Asks for the newest release: no finding with the sandbox, or if `KIVA_RELEASES_URL` is `off`. That
 * variable replaces the address of the releases. Not to know the newest release is no problem.
 */
export async function examineRelease(context: Context): Promise<readonly Finding[]> {
  const { env, settings, signal, secrets, machine } = context
  const releases = (env['KIVA_RELEASES_URL'] || `${homepage}releases`).replace(/\/+$/, '')
  if (releases === 'off' || settings.sandbox) return []
  if (settings.offline) return [ok('release', 'unknown: --offline sends nothing')]
  try {
    const newest = await readNewest(releases, context)
    if (newest === version) return [ok('release', `${version} is the newest`)]
    if (!isNewer(newest, version))
      return [ok('release', `${version} is newer than the newest release, ${newest}`)]
    return [
      warning(
        'release',
        `${newest} is the newest, this is ${version}`,
        installing(newest, releases, await machine()),
      ),
    ]
  } catch (error) {
    if (!(error instanceof KivaError) || signal.aborted) throw error
    return [ok('release', `unknown: ${error.sentence.mask(secrets.quote)}`)]
  }
}

/** The most redirects that are followed. */
const maxRedirects = 3

/** Bytes. The file has only the version and a newline. */
const maxBytes = 64

/** Returns the version in the file `latest`. Throws `KivaError`. */
async function readNewest(releases: string, { fetch, signal }: Context): Promise<string> {
  let url = `${releases}/latest`
  let previous = url
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (!isSafe(url, previous)) throw new KivaError('network', 'the address of the releases is not https')
    const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' }
    const {
      status,
      headers: answered,
      body,
    } = await fetch({ method: 'GET', url, headers, maxBytes }, { signal })
    const location = answered['location']
    if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
      previous = url
      url = new URL(location, url).href
      continue
    }
    const text = new TextDecoder().decode(body).trim()
    if (status !== 200) throw new KivaError('network', `${new URL(url).host} responded ${status}`)
    if (!semver.test(text)) throw new KivaError('network', `${new URL(url).host} sent no version`)
    return text
  }
  throw new KivaError('network', `more than ${maxRedirects} redirects`)
}

/**
 * Plain HTTP is for this machine only, whose replies cross no network. HTTPS must not redirect to it: another user's
 * server could listen there.
 */
function isSafe(address: string, previous: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === 'http:' && isLoopback(hostname) && new URL(previous).protocol !== 'https:'
}

/** A version of three numbers, maybe with a label of a prerelease (https://semver.org). */
const semver = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\da-z.-]+)?$/i

/** Whether a version comes after another one. A prerelease comes before its release. */
export function isNewer(one: string, other: string): boolean {
  const [first = '', label] = one.split(/-(.*)/)
  const [second = '', otherLabel] = other.split(/-(.*)/)
  const byNumbers = compare(first, second)
  if (byNumbers !== 0) return byNumbers > 0
  if (label === undefined || otherLabel === undefined) return label === undefined && otherLabel !== undefined
  return compare(label, otherLabel) > 0
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

/** Returns how to install a version over the running program, by its path. */
export function installing(
  newest: string,
  releases: string,
  { program, platform }: Pick<Machine, 'program' | 'platform'>,
): string {
  const path = program.replaceAll('\\', '/')
  const isFile = (name: string) => path.includes(name)
  if (isFile('/Cellar/kiva/')) return 'Run: brew upgrade kiva'
  if (isFile('/scoop/apps/kiva/')) return 'Run: scoop update kiva'
  if (isFile('/_npx/')) return 'Run: npx kiva@latest'
  if (isFile('/node_modules/kiva/')) return 'Run: npm install --global kiva@latest'
  if (path === '/usr/bin/kiva') {
    const file = `kiva_${newest}_${platform.endsWith('arm64') ? 'arm64' : 'amd64'}.deb`
    return `Download ${releases}/${newest}/${file}, then run: sudo apt install ./${file}`
  }
  const prefix = /^(.+)\/bin\/kiva$/.exec(path)?.[1]
  if (prefix === undefined) return `Download it from ${homepage}`
  const options = prefix.endsWith('/.local') ? '' : ` -s -- --prefix ${shellWord(prefix)}`
  return `Run: curl -fsSL ${homepage}install.sh | sh${options}`
}
