/**
 * install.sh in the shells that people pipe it into, with releases of a server on loopback. Most releases contain a
 * script in place of kiva; the last tests install build/binary/kiva-linux-x64.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateFor } from '../support/certificates.ts'
import { fullDisk } from '../support/full-disk.ts'
import { closeServers, serveHttp, serveHttps, serveSockets } from '../support/servers.ts'
import { isLong } from './how-long.ts'
import { openTerminal } from './terminal.ts'

const root = join(import.meta.dirname, '../..')
const executable = join(root, 'build/binary/kiva-linux-x64')
const isRoot = process.getuid?.() === 0
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const run = promisify(execFile)

const shells: Readonly<Record<string, readonly [string, ...string[]]>> = {
  dash: ['dash'],
  'busybox sh': ['busybox', 'sh'],
  bash: ['bash'],
  zsh: ['zsh'],
}

type Body = string | Buffer | ((response: ServerResponse) => void)

/** The folder of releases on the server. */
interface Site {
  readonly url: string
  /** By the path below the address, without a slash in front. */
  readonly files: Map<string, Body>
  /** The paths that were asked for. */
  readonly requests: string[]
}

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Programs that hide those of the machine, as shell scripts. */
  readonly fakes?: Readonly<Record<string, string>>
  /** Programs that are missing. */
  readonly without?: readonly string[]
  readonly user?: typeof nobody
  /** Shell code to run before install.sh. */
  readonly before?: string
  /** The text of install.sh. */
  readonly script?: string
  /** Closes the other end of stderr: before the script starts, or when it has printed something. */
  readonly closed?: 'first' | 'later'
}

let folder: string
let address: string
let source: string
const sites: Site[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiva-install-'))
  await chmod(folder, 0o755)
  source = await readFile(join(root, 'scripts/release/install.sh'), 'utf8')
  address = await serveHttp(answer)
})
afterAll(async () => {
  await closeServers()
  await rm(folder, { recursive: true, force: true })
})

const answer: RequestListener = (request, response) => {
  const [, name = '', path = ''] = /^\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? []
  const site = sites[Number(name)]
  site?.requests.push(path)
  const body = site?.files.get(path)
  if (typeof body === 'function') body(response)
  else if (body === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body)
}

function newSite(base = address): Site {
  const site = { url: `${base}/${sites.length}`, files: new Map(), requests: [] }
  sites.push(site)
  return site
}

/** Returns install.sh with its placeholders filled as in a release. */
const filled = (signers = '') =>
  source.replace('@releases@', 'https://kiva.invalid/releases').replace('@signers@', signers)

let count = 0
async function newFolder(name = ''): Promise<string> {
  const path = join(folder, String(++count), name)
  await mkdir(path, { recursive: true })
  return path
}

/** Pipes install.sh into a shell. */
async function install(shell: string, home: string, site: Site, options: Options = {}): Promise<Ran> {
  const {
    words = [],
    env = {},
    fakes = {},
    without,
    user = {},
    before = '',
    script = filled(),
    closed,
  } = options
  const bin = await newFolder()
  for (const [name, text] of Object.entries(fakes))
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const [program, ...first] = shells[shell] ?? ['sh']
  const child = spawn(
    '/bin/sh',
    ['-c', `${before} exec "$@"`, 'sh', program, ...first, '-s', '--', ...words],
    {
      cwd: folder,
      detached: true,
      env: {
        HOME: home,
        SHELL: '/bin/bash',
        PATH: without ? `${bin}:${await programsBut(without)}` : `${bin}:/usr/bin:/bin`,
        KIVA_RELEASES_URL: site.url,
        ...env,
      },
      ...user,
    },
  )
  started.add(child.pid ?? 0)
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text
    if (closed) child.stderr.destroy()
  })
  if (closed === 'first') await once(child.stderr.destroy(), 'close')
  child.stdin.on('error', () => {}).end(script)
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  started.delete(child.pid ?? 0)
  return { code, ...said }
}

/** The process groups of runs that have not ended. */
const started = new Set<number>()

const interrupt = () => {
  for (const pid of started) process.kill(-pid, 'SIGINT')
}

/** Makes a folder with links to the programs that install.sh may use, except some. */
async function programsBut(missing: readonly string[]): Promise<string> {
  const bin = await newFolder()
  const names = `sh dash bash zsh busybox cat grep sed cut ls sort head tail tr wc uname ldd basename id mkdir rmdir rm mv sleep
    curl wget sha256sum shasum openssl ssh-keygen tar gzip perl env`
  for (const name of names.split(/\s+/).filter((name) => !missing.includes(name))) {
    const path = ['/usr/bin', '/bin'].map((place) => join(place, name)).find(existsSync)
    if (path) await symlink(path, join(bin, name))
  }
  return bin
}

const standIn = (version: string) => `#!/bin/sh\necho ${version}\n`

/** The files of a release with a script in place of kiva. */
const filesOf = (version: string): Readonly<Record<string, string | Buffer>> => ({
  'bin/kiva': standIn(version),
  'share/man/man1/kiva.1': `.TH KIVA 1 "" "kiva ${version}"\n`,
  'share/bash-completion/completions/kiva': `complete -W '${version}' kiva\n`,
  'share/zsh/site-functions/_kiva': '#compdef kiva\n',
  'share/fish/vendor_completions.d/kiva.fish': `complete -c kiva -f -a ${version}\n`,
  'share/doc/kiva/LICENSE': 'MIT\n',
})

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Writes the folder of an archive. Returns its parent. */
async function unpacked(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const parent = await newFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(parent, name, dirname(path)), { recursive: true })
    await writeFile(join(parent, name, path), text, { mode: path.startsWith('bin/') ? 0o755 : 0o644 })
  }
  return parent
}

async function packed(parent: string, words: readonly string[]): Promise<Buffer> {
  const all = ['-C', parent, '--owner=0', '--group=0', '-I', 'gzip -1', '-cf', '-', ...words]
  const { stdout } = await run('tar', all, { encoding: 'buffer', maxBuffer: 2 ** 28 })
  return stdout
}

/** Adds a release to a site, as the latest. */
async function publish(
  site: Site,
  version: string,
  files?: Readonly<Record<string, string | Buffer>>,
  target = 'linux-x64',
): Promise<void> {
  const name = `kiva-${version}-${target}`
  const make = async () => packed(await unpacked(name, files ?? filesOf(version)), [name])
  const archive = files ? make() : (usual.get(name) ?? make())
  if (!files) usual.set(name, archive)
  publishArchive(site, version, await archive, target)
}

/** Archives of {@link filesOf} by their names. */
const usual = new Map<string, Promise<Buffer>>()

function publishArchive(site: Site, version: string, archive: Buffer, target = 'linux-x64'): void {
  const file = `kiva-${version}-${target}.tar.gz`
  site.files.set('latest', `${version}\n`)
  site.files.set(`${version}/SHA256SUMS`, `${sha256('')}  kiva.rb\n${sha256(archive)}  ${file}\n`)
  site.files.set(`${version}/${file}`, archive)
}

/** Returns a site with releases, the last as the latest. */
async function siteWith(...versions: readonly string[]): Promise<Site> {
  const site = newSite()
  for (const version of versions) await publish(site, version)
  return site
}

/** Returns a line for each file, folder and link: path, mode and content. */
async function treeOf(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const lines = entries.map(async (entry) => {
    const at = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? sha256(await readFile(at)) : ''
    const target = entry.isSymbolicLink() ? await readlink(at) : ''
    return `${at.slice(path.length + 1)} ${(await lstat(at)).mode.toString(8)} ${content}${target}`
  })
  return (await Promise.all(lines)).sort()
}

const versionIn = async (prefix: string) => (await run(join(prefix, 'bin/kiva'), ['--version'])).stdout.trim()

/** Makes a home with settings, startup files of shells, and files of other programs. */
async function newHome(): Promise<string> {
  const home = await newFolder(`Chloé's home`)
  for (const name of ['.config/kiva', '.local/share/man/man1'])
    await mkdir(join(home, name), { recursive: true })
  for (const name of [
    '.bashrc',
    '.zshrc',
    '.profile',
    '.config/kiva/config.json',
    '.local/share/man/man1/jq.1',
  ])
    await writeFile(join(home, name), `${name}\n`)
  return home
}

let installed: Promise<string> | undefined

/** Makes a home with kiva 1.0.0. Each test has its own, so that no failure causes another. */
async function installedHome(): Promise<string> {
  installed ??= (async () => {
    const home = await newHome()
    expect(await install('dash', home, await siteWith('1.0.0'))).toMatchObject({ code: 0 })
    return home
  })()
  const home = await newFolder(`Chloé's home`)
  await cp(await installed, home, { recursive: true })
  return home
}

/** Expects one error, and that the home with kiva 1.0.0 is as it was. */
async function expectError(
  home: string,
  ran: Ran,
  message: RegExp,
  before: readonly string[],
): Promise<void> {
  expect(withoutProgress(ran.stderr)).toMatch(/^error: .*\n$/)
  expect(ran.stderr).toMatch(message)
  expect(ran.code).toBeGreaterThan(0)
  expect(ran.stdout).toBe('')
  expect(await treeOf(home)).toEqual(before)
  expect(await versionIn(join(home, '.local'))).toBe('1.0.0')
}

/** Tries bad input in a home with kiva 1.0.0. */
async function expectRefused(shell: string, { make, message, ...options }: BadInput): Promise<void> {
  const home = await installedHome()
  const before = await treeOf(home)
  const site = await siteWith('2.0.0')
  const more = await make?.(site)
  await expectError(home, await install(shell, home, site, { ...options, ...more }), message, before)
}

test('a terminal shows the progress of the download', async () => {
  const home = await newFolder()
  const site = await siteWith('1.0.0')
  const script = join(home, 'install.sh')
  await writeFile(script, filled())
  const env = { HOME: home, PATH: '/usr/bin:/bin', KIVA_RELEASES_URL: site.url }
  const terminal = openTerminal(`sh '${script}'`, { env, cwd: home, columns: 80 })
  await terminal.shows(/Downloading .*\r\n.*100\.0%\r\nInstalled kiva 1\.0\.0/s)
  expect(await terminal.ended()).toBe(0)
  site.files.delete('1.0.0/kiva-1.0.0-linux-x64.tar.gz')
  const failing = openTerminal(`sh '${script}'`, { env, cwd: home, columns: 200 })
  await failing.shows(/curl: \(22\) .* 404\s+error: cannot download .*\/kiva-1\.0\.0-linux-x64\.tar\.gz\r\n/)
  expect(await failing.ended()).toBe(1)
})

test('shellcheck finds nothing', async () => {
  const { stdout } = await run('shellcheck', ['--shell=sh', join(root, 'scripts/release/install.sh')])
  expect(stdout).toBe('')
})

/** Removes what install.sh prints at the start of a download. */
const withoutProgress = (stderr: string) => stderr.replace(/^Downloading .*\n/, '')

/** Returns the paths that only the second tree has, with other content or modes too. */
const added = (before: readonly string[], after: readonly string[]) =>
  after.filter((line) => !before.includes(line)).map((line) => line.replace(/ [^ ]* [^ ]*$/, ''))

const uname = (system: string, processor: string) =>
  `case $1 in -s) echo ${system} ;; -m) echo ${processor} ;; esac`

/** Makes a key for signatures. Its public half is in FILE.pub. */
const makeKey = (file: string) => run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file])

/** Returns the line of kiva-signers for a key. */
const signersFor = async (file: string) =>
  `releases namespaces="kiva-release" ${(await readFile(`${file}.pub`, 'utf8')).trim()}`

async function sign(site: Site, version: string, key: string, namespace = 'kiva-release'): Promise<void> {
  const sums = join(await newFolder(), 'SHA256SUMS')
  await writeFile(sums, String(site.files.get(`${version}/SHA256SUMS`)))
  await run('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', namespace, sums])
  site.files.set(`${version}/SHA256SUMS.sig`, await readFile(`${sums}.sig`))
}

/** Gives a home to another user, except one folder below the prefix. */
async function giveAway(home: string, place: string): Promise<void> {
  const kept = join(home, '.local', place)
  if (isRoot) await run('chown', ['-R', `${nobody.uid}:${nobody.gid}`, home])
  if (isRoot) await run('chown', ['0:0', kept])
  else await chmod(kept, 0o555)
}

async function takeBack(home: string, place: string): Promise<void> {
  if (isRoot) await run('chown', ['-R', '0:0', home])
  else await chmod(join(home, '.local', place), 0o755)
}

interface BadInput extends Options {
  readonly message: RegExp
  /** Changes the site, which has the release 2.0.0. Returns more options. */
  readonly make?: (site: Site) => Options | undefined | Promise<Options | undefined>
}

const archiveOf = '2.0.0/kiva-2.0.0-linux-x64.tar.gz'
const sums = '2.0.0/SHA256SUMS'

/** Replaces a file of the release. */
const put = (path: string, body: Body) => (site: Site) => {
  site.files.set(path, body)
  return undefined
}

const lose = (path: string) => (site: Site) => {
  site.files.delete(path)
  return undefined
}

/** Replaces the archive, with its checksum, by one of a folder that `change` has changed. */
const archiveWith =
  (
    change: (top: string, parent: string) => Promise<unknown>,
    words: readonly string[] = ['kiva-2.0.0-linux-x64'],
  ) =>
  async (site: Site) => {
    const parent = await unpacked('kiva-2.0.0-linux-x64', filesOf('2.0.0'))
    await change(join(parent, 'kiva-2.0.0-linux-x64'), parent)
    publishArchive(site, '2.0.0', await packed(parent, words))
    return undefined
  }

/** Signs the release with a key, and returns the script with a key. */
const signedBy = (key: string, known: string, namespace?: string) => async (site: Site) => {
  const keys = await newFolder()
  for (const name of new Set([key, known])) await makeKey(join(keys, name))
  await sign(site, '2.0.0', join(keys, key), namespace)
  return { script: filled(await signersFor(join(keys, known))) }
}

/** Serves the site over https too, with a certificate that curl and wget accept. `move` answers requests. */
async function overHttps(move: (site: Site, port: number) => RequestListener, site: Site): Promise<Options> {
  const { key, cert } = await certificateFor('localhost')
  const place = await newFolder()
  await writeFile(join(place, 'ca.pem'), cert)
  await writeFile(join(place, 'wgetrc'), `ca_certificate = ${join(place, 'ca.pem')}\n`)
  let port = 0
  port = await serveHttps({ key, cert }, (request, response) => move(site, port)(request, response))
  const { pathname } = new URL(site.url)
  return {
    env: {
      KIVA_RELEASES_URL: `https://localhost:${port}${pathname}`,
      CURL_CA_BUNDLE: join(place, 'ca.pem'),
      WGETRC: join(place, 'wgetrc'),
    },
  }
}

const redirectToHttp = (site: Site) =>
  overHttps(
    () => (request, response) => response.writeHead(302, { location: `${address}${request.url}` }).end(),
    site,
  )

const redirect = (site: Site) =>
  put('latest', (response) => response.writeHead(302, { location: `${site.url}/1.0.0/SHA256SUMS` }).end())(
    site,
  )

/** What shells can understand differently: options, patterns, and loops over lists. */
const badInputs: Readonly<Record<string, BadInput>> = {
  'an unknown option': { words: ['--foo'], message: /unknown option --foo: see --help/ },
  'an unexpected argument': { words: ['2.0.0'], message: /unexpected argument "2\.0\.0": see --help/ },
  '--prefix without a folder': { words: ['--prefix'], message: /--prefix requires a value/ },
  '--version without a version': {
    words: ['--version', '--uninstall'],
    message: /--version requires a value/,
  },
  '--version with --uninstall': {
    words: ['--uninstall', '--version', '1.0.0'],
    message: /--version cannot be used with --uninstall/,
  },
  ...Object.fromEntries(
    ['../x', '2.0', 'v2.0.0', '2.0.0/../1.0.0', '2.0.0\n1.0.0', '2.0.0 ', '2.0.0-'].map((version) => [
      `--version ${JSON.stringify(version)}`,
      { words: ['--version', version], message: /invalid value ".*" for --version/s },
    ]),
  ),
  'no HOME and no --prefix': { env: { HOME: '' }, message: /HOME is not set: use --prefix DIR/ },
  'uninstalling where nothing was installed': {
    words: ['--uninstall', '--prefix', '/usr'],
    message: /found no kiva of this script in \/usr: name its folder with --prefix/,
  },
  'a prefix below a file': {
    words: ['--prefix', '/etc/passwd/x'],
    message: /cannot create \/etc\/passwd\/x: Not a directory/,
  },

  ...Object.fromEntries(
    [
      'http://kiva.invalid/releases',
      'http://localhost.kiva.invalid/releases',
      'http://127.0.0.1.kiva.invalid/',
      'http://localhost:80@kiva.invalid/',
      'ftp://localhost/',
      'file:///etc',
      'off',
    ].map((url) => [
      `KIVA_RELEASES_URL=${url}`,
      {
        env: { KIVA_RELEASES_URL: url },
        message: /invalid address ".*": KIVA_RELEASES_URL must start with https/,
      },
    ]),
  ),
  'checksums of other files': {
    make: put(sums, `${sha256('')}  kiva-2.0.0-linux-x64.tar.gz.sig\n`),
    message:
      /SHA256SUMS of kiva 2\.0\.0 does not list kiva-2\.0\.0-linux-x64\.tar\.gz: try again, or choose another --version/,
  },
  ...Object.fromEntries(
    [10, 64, 66, 80, 93].map((length) => [
      `checksums that end after ${length} bytes of a line`,
      {
        make: (site: Site) => put(sums, String(site.files.get(sums)).slice(74, 74 + length))(site),
        message: /SHA256SUMS of kiva 2\.0\.0 is incomplete: try again; nothing was installed/,
      },
    ]),
  ),
  'no bytes of checksums': { make: put(sums, ''), message: /SHA256SUMS of kiva 2\.0\.0 is incomplete/ },
  'a page in place of checksums': {
    make: put(sums, '<html>\n'),
    message: /SHA256SUMS of kiva 2\.0\.0 is incomplete/,
  },
  'a wrong checksum': {
    make: put(sums, `${sha256('')}  kiva-2.0.0-linux-x64.tar.gz\n`),
    message: /the SHA-256 of kiva-2\.0\.0-linux-x64\.tar\.gz differs from SHA256SUMS/,
  },
  'a program for checksums that prints nothing': {
    fakes: { sha256sum: 'exit 1' },
    message: /the SHA-256 of .* differs from SHA256SUMS/,
  },

  'an archive that is not one': {
    make: (site) => {
      publishArchive(site, '2.0.0', Buffer.from('text'))
      return undefined
    },
    message: /cannot unpack kiva-2\.0\.0-linux-x64\.tar\.gz: gzip: /,
  },
  'an archive whose end is damaged': {
    make: async (site) => {
      const archive = Buffer.from(site.files.get(archiveOf) as Buffer)
      archive.writeUInt32LE(0, archive.length - 8)
      publishArchive(site, '2.0.0', archive)
      return undefined
    },
    message: /cannot unpack kiva-2\.0\.0-linux-x64\.tar\.gz: gzip: .*crc/,
  },
  'an archive of another version': {
    make: archiveWith((top) => writeFile(join(top, 'bin/kiva'), standIn('9.9.9'))),
    message: /kiva-2\.0\.0-linux-x64\.tar\.gz contains another version: 9\.9\.9/,
  },
  'an archive without kiva': {
    make: archiveWith((top) => rm(join(top, 'bin/kiva'))),
    message: /kiva 2\.0\.0 does not start here \(exit code 127: .*npm install --global kiva/,
  },
  'a kiva that fails': {
    make: archiveWith((top) => writeFile(join(top, 'bin/kiva'), '#!/bin/sh\necho 2.0.0; echo why; exit 7\n')),
    message: /kiva 2\.0\.0 does not start here \(exit code 7: 2\.0\.0\)/,
  },
  'a kiva that a signal ends': {
    make: archiveWith((top) => writeFile(join(top, 'bin/kiva'), '#!/bin/sh\nkill -ILL $$\n')),
    message: /kiva 2\.0\.0 does not start here \(exit code 132: \)/,
  },
  'an archive with another folder': {
    make: archiveWith((_, parent) => writeFile(join(parent, 'other'), ''), ['kiva-2.0.0-linux-x64', 'other']),
    message: /contains a path outside kiva-2\.0\.0-linux-x64: other/,
  },
  'an archive with a path that leads up': {
    make: archiveWith(
      (_, parent) => writeFile(join(parent, 'other'), ''),
      ['-P', '--transform', 's,^other,kiva-2.0.0-linux-x64/../other,', 'kiva-2.0.0-linux-x64', 'other'],
    ),
    message: /contains an unsafe path: kiva-2\.0\.0-linux-x64\/\.\.\/other/,
  },
  'an archive with an absolute path': {
    make: archiveWith(
      (_, parent) => writeFile(join(parent, 'other'), ''),
      ['-P', '--transform', 's,^other,/kiva-other,', 'kiva-2.0.0-linux-x64', 'other'],
    ),
    message: /contains a path outside kiva-2\.0\.0-linux-x64: \/kiva-other/,
  },
  'an archive with a symbolic link': {
    make: archiveWith((top) => symlink('/etc', join(top, 'share/etc'))),
    message: /contains a link or a special file/,
  },
  'an archive with a hard link': {
    make: archiveWith((top) => link(join(top, 'bin/kiva'), join(top, 'share/kiva'))),
    message: /contains a link or a special file/,
  },
  'an archive with a hard link, which the tar of BusyBox shows as a file': {
    fakes: { tar: 'exec busybox tar "$@"' },
    make: archiveWith((top) => link(join(top, 'bin/kiva'), join(top, 'share/kiva'))),
    message: /contains a link or a special file/,
  },
  'an archive with a hard link, which the tar of old BSDs shows as a file': {
    fakes: { tar: 'case $1 in -tv*) /usr/bin/tar "$@" | sed s/^h/-/ ;; *) exec /usr/bin/tar "$@" ;; esac' },
    make: archiveWith((top) => link(join(top, 'bin/kiva'), join(top, 'share/kiva'))),
    message: /contains a link or a special file/,
  },
  'an archive with a pipe': {
    make: archiveWith((top) => run('mkfifo', [join(top, 'share/pipe')])),
    message: /contains a link or a special file/,
  },
}

/** What other programs find: any shell goes on in the same way. */
const badAnswers: Readonly<Record<string, BadInput>> = {
  'a version that was not released': {
    words: ['--version', '3.0.0'],
    message: /cannot download .*\/3\.0\.0\/SHA256SUMS: .*404/,
  },
  'a redirect of plain http': { make: redirect, message: /cannot download .*\/latest: .*redirect/i },
  'a redirect of plain http, with wget': {
    without: ['curl'],
    make: redirect,
    message: /cannot download .*\/latest: .*redirect/i,
  },
  'a redirect to http': { make: redirectToHttp, message: /cannot download https.*\/latest: / },
  'a redirect to http, with wget': {
    without: ['curl'],
    make: redirectToHttp,
    message: /cannot download https.*\/latest: it redirects to http:.*, which is not https/,
  },
  'a redirect to http, with wget, where no proxy is used': {
    without: ['curl'],
    make: async (site) => {
      const { env } = await redirectToHttp(site)
      return { env: { ...env, no_proxy: 'localhost,127.0.0.1' } }
    },
    message: /cannot download https.*\/latest: it redirects to http:.*, which is not https/,
  },
  'redirects without an end, with wget': {
    without: ['curl'],
    make: (site) =>
      overHttps(
        (_, port) => (request, response) =>
          response.writeHead(302, { location: `https://localhost:${port}${request.url}` }).end(),
        site,
      ),
    message: /cannot download https.*\/latest: more than 5 redirects/,
  },
  'a certificate of somebody else': {
    make: async (site) => ({
      env: { KIVA_RELEASES_URL: (await redirectToHttp(site)).env?.['KIVA_RELEASES_URL'] ?? '' },
    }),
    message: /cannot download https.*certificate/,
  },
  'no server': {
    env: { KIVA_RELEASES_URL: 'http://127.0.0.1:1/' },
    message: /cannot download http:\/\/127\.0\.0\.1:1\/latest: .*connect/i,
  },
  // curl tries again, and prints its error each time.
  'an unknown host': {
    env: { KIVA_RELEASES_URL: 'https://kiva.invalid/' },
    message: /^error: cannot download https:\/\/kiva\.invalid\/latest: curl: \(6\) [^:]*: kiva\.invalid\n$/,
  },
  'no server, with wget': {
    without: ['curl'],
    env: { KIVA_RELEASES_URL: 'http://127.0.0.1:1/' },
    message: /cannot download http:\/\/127\.0\.0\.1:1\/latest: .*refused/i,
  },

  'no pointer to the latest version': { make: lose('latest'), message: /cannot download .*\/latest: .*404/ },
  'a pointer of 65 bytes': { make: put('latest', `2.0.0-${'1'.repeat(58)}\n`), message: /latest is longer/ },
  ...Object.fromEntries(
    ['', '\n', 'v2.0.0\n', '2.0.0\n1.0.0\n', '../x\n', '2.0.0\r\n', '2.0.\u00000\n', '<html>'].map((text) => [
      `a pointer with ${JSON.stringify(text)}`,
      { make: put('latest', text), message: /latest is not a version: use --version X\.Y\.Z/ },
    ]),
  ),

  'no checksums': { make: lose(sums), message: /cannot download .*SHA256SUMS: .*404/ },
  'no archive': { make: lose(archiveOf), message: /cannot download .*\.tar\.gz: .*404/ },
  'no archive, with wget': {
    without: ['curl'],
    make: lose(archiveOf),
    message: /cannot download .*\.tar\.gz: .*404/,
  },
  'a download that is cut off': {
    make: put(archiveOf, (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy())
    }),
    message: /cannot download .*\.tar\.gz: /,
  },
  'no signature': {
    make: async (site) => {
      const options = await signedBy('right', 'right')(site)
      site.files.delete('2.0.0/SHA256SUMS.sig')
      return options
    },
    message: /cannot download .*SHA256SUMS\.sig: .*404/,
  },
  'a signature with another key': {
    make: signedBy('wrong', 'right'),
    message: /the signature of SHA256SUMS is invalid: .+; nothing was installed/,
  },
  'a signature for another purpose': {
    make: signedBy('right', 'right', 'file'),
    message: /the signature of SHA256SUMS is invalid: .+; nothing was installed/,
  },
  'a signature of other checksums': {
    make: async (site) => {
      const options = await signedBy('right', 'right')(site)
      site.files.set(sums, `${String(site.files.get(sums))}${sha256('more')}  more\n`)
      return options
    },
    message: /the signature of SHA256SUMS is invalid: .+; nothing was installed/,
  },
  'a script whose keys were not filled in': {
    make: async () => ({ script: source }),
    message: /cannot download .*SHA256SUMS\.sig/,
  },
  ...Object.fromEntries(
    [
      ['Linux', 'armv7l'],
      ['Linux', 'i686'],
      ['FreeBSD', 'amd64'],
      ['MINGW64_NT-10.0', 'x86_64'],
    ].map(([system = '', processor = '']) => [
      `${system} on ${processor}`,
      {
        fakes: { uname: uname(system, processor) },
        message: /there is no executable of kiva for .* on .*: .*npm install --global kiva/,
      },
    ]),
  ),

  'no tar': { without: ['tar'], message: /found no tar: install it/ },
  'no gzip': { without: ['gzip'], message: /found no gzip: install it/ },
  'no curl and no wget': {
    without: ['curl', 'wget'],
    message: /found neither curl nor GNU wget: install one/,
  },
  'no curl and the wget of BusyBox': {
    without: ['curl', 'wget'],
    fakes: { wget: 'exec busybox wget "$@"' },
    message: /found neither curl nor GNU wget: install one/,
  },
  'no program for checksums': {
    without: ['sha256sum', 'shasum', 'openssl'],
    message: /found no sha256sum, shasum or openssl: install one of them/,
  },
  musl: {
    fakes: { ldd: 'echo "musl libc (x86_64)" >&2; exit 1' },
    message: /for musl: .*npm install --global kiva/,
  },
  'a processor without SSE 4.2': {
    fakes: { grep: 'case "$*" in *sse4_2*) exit 1 ;; esac; exec /usr/bin/grep "$@"' },
    message: /requires a processor with SSE 4\.2: .*npm install --global kiva/,
  },
}

describe.each(Object.keys(shells))('in %s', (shell) => {
  test('installs, updates, goes back, repeats and uninstalls, and leaves the home as it was', async () => {
    const home = await newHome()
    const prefix = join(home, '.local')
    const before = await treeOf(home)
    const site = await siteWith('1.0.0')
    const first = await install(shell, home, site)
    const quoted = `'${prefix.replaceAll("'", "'\\''")}`
    expect(first).toEqual({
      code: 0,
      stdout: '',
      stderr: `Downloading ${site.url}/1.0.0/kiva-1.0.0-linux-x64.tar.gz
Installed kiva 1.0.0 in ${prefix} (checked: SHA-256).
To start kiva by its name, add this line to ~/.bashrc, and open a new terminal:
  export PATH=${quoted}/bin':"$PATH"
To complete words with Tab, add this line to ~/.bashrc, and open a new terminal:
  source ${quoted}/share/bash-completion/completions/kiva'
Next: kiva --sandbox loans newest, kiva --help, man kiva
`,
    })
    const installed = await treeOf(home)
    expect(added(before, installed)).toEqual([
      '.local/bin',
      '.local/bin/kiva',
      '.local/share/bash-completion',
      '.local/share/bash-completion/completions',
      '.local/share/bash-completion/completions/kiva',
      '.local/share/doc',
      '.local/share/doc/kiva',
      '.local/share/doc/kiva/LICENSE',
      '.local/share/doc/kiva/installed-files',
      '.local/share/fish',
      '.local/share/fish/vendor_completions.d',
      '.local/share/fish/vendor_completions.d/kiva.fish',
      '.local/share/man/man1/kiva.1',
      '.local/share/zsh',
      '.local/share/zsh/site-functions',
      '.local/share/zsh/site-functions/_kiva',
    ])

    const { 'share/fish/vendor_completions.d/kiva.fish': _, ...files } = filesOf('2.0.0-rc.1')
    await publish(site, '2.0.0-rc.1', { ...files, 'share/man/man7/kiva-new.7': 'new\n' })
    expect(await install(shell, home, site)).toEqual({
      code: 0,
      stdout: '',
      stderr: first.stderr
        .replaceAll('1.0.0', '2.0.0-rc.1')
        .replace('(checked: SHA-256).', '(checked: SHA-256); replaced 1.0.0 by 2.0.0-rc.1.')
        .replace(/^To complete words.*\n.*\n/m, ''),
    })
    expect(await versionIn(prefix)).toBe('2.0.0-rc.1')
    const updated = (await treeOf(home)).map((line) => line.split(' ')[0])
    expect(updated).toContain('.local/share/man/man7/kiva-new.7')
    expect(updated).not.toContain('.local/share/fish')

    const back = await install(shell, home, site, { words: ['--version', '1.0.0'] })
    expect(back).toMatchObject({ code: 0 })
    expect(back.stderr).toContain(' (checked: SHA-256); replaced 2.0.0-rc.1 by 1.0.0.\n')
    expect(added(before, await treeOf(home))).toEqual(added(before, installed))
    expect(await install(shell, home, site, { words: ['--version=1.0.0'] })).toMatchObject({ code: 0 })
    expect(await versionIn(prefix)).toBe('1.0.0')

    expect(await install(shell, home, site, { words: ['--uninstall'] })).toEqual({
      code: 0,
      stdout: '',
      stderr: `Removed kiva from ${prefix}. Settings and data were kept.\n`,
    })
    expect(await treeOf(home)).toEqual(before)
  })

  test('uninstalling removes folders that were made, unless they contain other files', async () => {
    const home = await newFolder()
    const site = await siteWith('1.0.0')
    const words = ['--prefix=new folder/of kiva/']
    const prefix = join(folder, 'new folder/of kiva')
    expect(await install(shell, home, site, { words })).toMatchObject({ code: 0 })
    await writeFile(join(prefix, 'share/man/man1/other.1'), '')
    expect(await install(shell, home, site, { words: ['--uninstall', ...words] })).toMatchObject({ code: 0 })
    expect((await treeOf(prefix)).map((line) => line.split(' ')[0])).toEqual([
      'share',
      'share/man',
      'share/man/man1',
      'share/man/man1/other.1',
    ])
    await rm(join(prefix, 'share'), { recursive: true })
    expect(await install(shell, home, site, { words })).toMatchObject({ code: 0 })
    expect(await install(shell, home, site, { words: ['--uninstall', ...words] })).toMatchObject({ code: 0 })
    expect(await readdir(home)).toEqual([])
    // The second installation found both folders.
    expect(await treeOf(join(folder, 'new folder'))).toEqual([expect.stringMatching(/^of kiva /)])
    await rm(join(folder, 'new folder'), { recursive: true })
    expect(await install(shell, home, site, { words })).toMatchObject({ code: 0 })
    expect(await install(shell, home, site, { words: ['--uninstall', ...words] })).toMatchObject({ code: 0 })
    expect(existsSync(join(folder, 'new folder'))).toBe(false)
  })

  test('the printed lines work in the shell of the user', async () => {
    const site = await siteWith('1.0.0')
    /** Installs for a user of a shell. Runs the printed lines, then `line`, in it. */
    const runs = async (program: string, first: string, line: string, words: readonly string[] = []) => {
      const home = await newHome()
      const env = { HOME: home, PATH: '/usr/bin:/bin' }
      const { stderr } = await install(shell, home, site, { words, env: { SHELL: `/usr/bin/${program}` } })
      const lines = stderr.split('\n').filter((printed) => printed.startsWith('  '))
      expect(lines).toHaveLength(2)
      return (await run(program, [first, [...lines, line].join('\n')], { env })).stdout
    }
    expect(await runs('bash', '-c', 'kiva --version; complete -p kiva')).toBe(
      "1.0.0\ncomplete -W '1.0.0' kiva\n",
    )
    expect(
      await runs('zsh', '-fc', 'autoload -Uz compinit; compinit -D; kiva --version; print $_comps[kiva]'),
    ).toBe('1.0.0\n_kiva\n')
    const elsewhere = ['--prefix', join(await newFolder(), `o'ther`)]
    expect(await runs('fish', '-c', 'kiva --version; complete -C "kiva 1"', elsewhere)).toBe('1.0.0\n1.0.0\n')
  })

  test('says nothing about a PATH that starts this kiva, and warns of another one', async () => {
    const home = await newFolder()
    const site = await siteWith('1.0.0')
    const bin = join(home, '.local/bin')
    const other = await newFolder()
    const next = `Next: kiva --sandbox loans newest, kiva --help, man kiva\n`
    const told = async (path: string) => {
      const { stderr } = await install(shell, home, site, { env: { PATH: path } })
      return stderr.replace(/^(.*\n){2}/, '')
    }
    expect(await told(`${bin}:/usr/bin:/bin`)).toBe(next)
    const another = join(folder, 'link to the home')
    await symlink(home, another)
    expect(await told(`${another}/.local/bin:/usr/bin:/bin`)).toBe(next)
    await rm(another)
    await writeFile(join(other, 'kiva'), standIn('9.9.9'), { mode: 0o755 })
    expect(await told(`${other}:${bin}:/usr/bin:/bin`)).toBe(
      `warning: the command kiva starts another program, ${other}/kiva\n${next}`,
    )
  })

  test('checks the signature of a release with the keys in the script', async () => {
    const home = await newHome()
    const keys = await newFolder()
    const site = await siteWith('1.0.0')
    await makeKey(join(keys, 'right'))
    await sign(site, '1.0.0', join(keys, 'right'))
    const signed = filled(await signersFor(join(keys, 'right')))
    expect((await install(shell, home, site, { script: signed })).stderr).toContain(
      `Installed kiva 1.0.0 in ${join(home, '.local')} (checked: SHA-256 and signature).\n`,
    )
    // Without ssh-keygen, or with one of old, it says so.
    const old = { 'ssh-keygen': 'echo "unknown option -- Y" >&2; exit 1' }
    const without = await install(shell, home, site, { script: signed, without: ['ssh-keygen'] })
    expect(without).toMatchObject({ code: 0 })
    expect(without.stderr).toContain('(checked: SHA-256; the signature was not checked')
    expect((await install(shell, home, site, { script: signed, fakes: old })).stderr).toContain(
      '(checked: SHA-256; the signature was not checked',
    )
  })

  describe('with an installed kiva', () => {
    // The checks of what was downloaded are the same in all shells.
    const inputs = Object.entries(badInputs).filter(() => isLong || shell === 'dash')
    test.each(inputs)('%s', (_, input) => expectRefused(shell, input))

    test('half a script does nothing, wherever it is cut', async () => {
      const home = await installedHome()
      const before = await treeOf(home)
      const site = await siteWith('2.0.0')
      const script = filled()
      const file = join(await newFolder(), 'install.sh')
      await writeFile(file, script)
      const step = isLong || shell === 'dash' ? 200 : 1000
      const cuts = [
        ...Array.from({ length: Math.floor(script.length / step) }, (_, index) => step * (index + 1)),
        ...Array.from({ length: 10 }, (_, index) => script.length - 2 - index),
      ]
      // One shell starts them all, because a run ends within milliseconds.
      const each = 'head -c "$cut" "$FILE" | "$@" -s -- 2> /dev/null; echo "code $?"'
      const line = `for cut in ${cuts.join(' ')}; do echo "$cut: $(${each})"; done`
      const env = { HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin', KIVA_RELEASES_URL: site.url }
      const { stdout } = await run('/bin/sh', ['-c', line, 'sh', ...(shells[shell] ?? [])], {
        cwd: folder,
        env: { ...env, FILE: file },
      })
      const ends = stdout.split('\n').slice(0, -1)
      expect(ends.map((end) => Number.parseInt(end, 10))).toEqual(cuts)
      expect(ends.filter((end) => !/^\d+: code [1-9]\d*$/.test(end))).toEqual([])
      expect(site.requests).toEqual([])
      expect(await treeOf(home)).toEqual(before)
    })

    test('Ctrl-C during a download leaves the old kiva', async () => {
      const home = await installedHome()
      const before = await treeOf(home)
      const site = await siteWith('2.0.0')
      site.files.set('2.0.0/kiva-2.0.0-linux-x64.tar.gz', (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half')
        interrupt()
      })
      const { code } = await install(shell, home, site)
      expect(code).not.toBe(0)
      expect(await treeOf(home)).toEqual(before)
      expect(await versionIn(join(home, '.local'))).toBe('1.0.0')
    })

    test.each([
      ['fails', 'exit 1', 1],
      ['is killed', 'kill -9 0', 137],
    ])('a run that %s while it replaces files can be repeated', async (_, end, expected) => {
      const home = await newHome()
      const before = await treeOf(home)
      const site = await siteWith('1.0.0')
      expect(await install(shell, home, site)).toMatchObject({ code: 0 })
      await publish(site, '2.0.0', { ...filesOf('2.0.0'), 'share/man/man7/kiva-new.7': 'new\n' })
      const fakes = { mv: `case $* in *bin/kiva) ${end} ;; esac; exec /usr/bin/mv "$@"` }
      const { code, stderr } = await install(shell, home, site, { fakes })
      expect([code ?? 137, stderr]).toEqual([
        expected,
        expect.stringMatching(expected === 1 ? /cannot replace/ : /^/),
      ])
      expect(await versionIn(join(home, '.local'))).toBe('1.0.0')
      expect(existsSync(join(home, '.local/.kiva-install'))).toBe(expected === 137)
      expect(await install(shell, home, site)).toMatchObject({ code: 0 })
      expect(await versionIn(join(home, '.local'))).toBe('2.0.0')
      expect(await install(shell, home, site, { words: ['--uninstall'] })).toMatchObject({ code: 0 })
      expect(await treeOf(home)).toEqual(before)
    })

    test('a run that is killed during a download can be repeated', async () => {
      const home = await installedHome()
      const site = await siteWith('2.0.0')
      const path = '2.0.0/kiva-2.0.0-linux-x64.tar.gz'
      const archive = site.files.get(path) ?? ''
      site.files.set(path, (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half')
        for (const pid of started) process.kill(-pid, 'SIGKILL')
      })
      await install(shell, home, site)
      expect(await readdir(join(home, '.local/.kiva-install'))).toHaveLength(1)
      site.files.set(path, archive)
      const { code, stderr } = await install(shell, home, site)
      expect([code, withoutProgress(stderr)]).toEqual([0, expect.stringMatching(/^Installed kiva 2\.0\.0 /)])
      expect(existsSync(join(home, '.local/.kiva-install'))).toBe(false)
    })

    test('a reader that stops reading at once leaves the old kiva', async () => {
      const home = await installedHome()
      const before = await treeOf(home)
      const { code } = await install(shell, home, await siteWith('2.0.0'), { closed: 'first' })
      expect(code).not.toBe(0)
      expect(await treeOf(home)).toEqual(before)
    })

    test('a reader that stops after the first line gets the new kiva', async () => {
      const home = await installedHome()
      const site = await siteWith('2.0.0')
      const path = '2.0.0/kiva-2.0.0-linux-x64.tar.gz'
      const archive = site.files.get(path)
      // The second line comes when the reader is gone.
      site.files.set(path, (response) => setTimeout(() => response.writeHead(200).end(archive), 300))
      expect(await install(shell, home, site, { closed: 'later' })).toMatchObject({ code: 0 })
      expect(await versionIn(join(home, '.local'))).toBe('2.0.0')
      expect(existsSync(join(home, '.local/.kiva-install'))).toBe(false)
    })
  })

  // Locks and permissions are questions to the system, and any shell gets the same answer.
  describe.runIf(isLong || shell === 'dash')('with an installed kiva', () => {
    test('a run that was killed when it had only made its folder can be repeated', async () => {
      const home = await installedHome()
      await mkdir(join(home, '.local/.kiva-install'))
      const fakes = { sleep: ':' }
      expect(await install(shell, home, await siteWith('2.0.0'), { fakes })).toMatchObject({ code: 0 })
      expect(existsSync(join(home, '.local/.kiva-install'))).toBe(false)
    })

    test.each([
      ['of another user', `1.${hostname()}`],
      ['on another machine', '999999999.elsewhere'],
    ])('a run %s is not disturbed', async (_, name) => {
      const home = await installedHome()
      const lock = join(home, '.local/.kiva-install')
      await mkdir(join(lock, name), { recursive: true })
      const before = await treeOf(home)
      if (isRoot) await run('chown', ['-R', `${nobody.uid}:${nobody.gid}`, home])
      const ran = await install(shell, home, await siteWith('2.0.0'), { user: nobody })
      const message = `^error: another install\\.sh \\(${name}\\) .*remove ${lock} if it was killed\n$`
      await expectError(home, ran, new RegExp(message), before)
    })

    test('a run that has just made its folder is not disturbed', async () => {
      const home = await installedHome()
      const lock = join(home, '.local/.kiva-install')
      await mkdir(lock)
      const fakes = { sleep: `mkdir '${lock.replaceAll("'", "'\\''")}/999999999.elsewhere'` }
      const { code, stderr } = await install(shell, home, await siteWith('2.0.0'), { fakes })
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: another install\.sh \(999999999\.elsewhere\) is running/),
      ])
    })

    test('a second run during a download ends with an error, and the first goes on', async () => {
      const home = await newHome()
      const site = await siteWith('2.0.0')
      const path = '2.0.0/kiva-2.0.0-linux-x64.tar.gz'
      const archive = site.files.get(path)
      let second: Promise<Ran> | undefined
      site.files.set(path, (response) => {
        second = install(shell, home, site)
        second.then(() => response.writeHead(200).end(archive))
      })
      expect(await install(shell, home, site)).toMatchObject({ code: 0 })
      const { code, stderr } = (await second) ?? {}
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: another install\.sh \(\d+\..*\) is running in .*\n$/),
      ])
      expect(await versionIn(join(home, '.local'))).toBe('2.0.0')
      expect(await install(shell, home, site, { words: ['--uninstall'] })).toMatchObject({ code: 0 })
    })

    test.each(['', 'bin', 'share/man/man1'])('without permission to write to .local/%s', async (place) => {
      const home = await installedHome()
      const site = await siteWith('2.0.0')
      await giveAway(home, place)
      try {
        const ran = await install(shell, home, site, { user: nobody })
        await expectError(
          home,
          ran,
          /cannot write to .*choose another folder with --prefix/,
          await treeOf(home),
        )
      } finally {
        await takeBack(home, place)
      }
    })

    test('a user who may not write cannot uninstall', async () => {
      const home = await installedHome()
      const prefix = join(home, '.local')
      const before = await treeOf(home)
      await chmod(prefix, 0o555)
      const ran = await install(shell, home, newSite(), { user: nobody, words: ['--uninstall'] })
      await chmod(prefix, 0o755)
      await expectError(home, ran, /cannot write to .*choose another folder with --prefix/, before)
    })

    test.each([
      [
        'a kiva of npm',
        (path: string) => symlink('../lib/kiva.cjs', path),
        /was not installed by this script/,
      ],
      ['a folder', (path: string) => mkdir(path), /is a folder: remove it/],
    ])('%s in the way stays', async (_, make, message) => {
      const home = await installedHome()
      const other = await newFolder('bin')
      await make(join(other, 'kiva'))
      const tree = await treeOf(dirname(other))
      const words = ['--prefix', dirname(other)]
      const ran = await install(shell, home, await siteWith('2.0.0'), { words })
      await expectError(home, ran, message, await treeOf(home))
      expect(await treeOf(dirname(other))).toEqual(tree)
    })
  })
})

describe('in dash alone', () => {
  const shell = 'dash'

  test.each(Object.entries(badAnswers))('with an installed kiva: %s', (_, input) =>
    expectRefused(shell, input),
  )

  test.each([
    ['wget', { without: ['curl'] }],
    ['shasum', { without: ['sha256sum'] }],
    ['openssl', { without: ['sha256sum', 'shasum'] }],
  ])('works with %s alone', async (_, options) => {
    const home = await newHome()
    expect(await install(shell, home, await siteWith('1.0.0'), options)).toMatchObject({ code: 0 })
    expect(await versionIn(join(home, '.local'))).toBe('1.0.0')
  })

  test.each([
    ['Rosetta', 'darwin-arm64', { uname: uname('Darwin', 'x86_64'), sysctl: 'echo 1' }],
    ['an Intel Mac', 'darwin-x64', { uname: uname('Darwin', 'x86_64'), sysctl: 'exit 1' }],
    ['an Apple Mac', 'darwin-arm64', { uname: uname('Darwin', 'arm64') }],
    ['Linux on ARM', 'linux-arm64', { uname: uname('Linux', 'aarch64') }],
  ])('on %s it installs %s', async (_, target, fakes) => {
    const home = await newHome()
    const site = newSite()
    await publish(site, '1.0.0', undefined, target)
    expect(await install(shell, home, site, { fakes })).toMatchObject({ code: 0 })
    expect(site.requests).toEqual(['latest', '1.0.0/SHA256SUMS', `1.0.0/kiva-1.0.0-${target}.tar.gz`])
  })

  test.each(['curl', 'wget'])('%s follows redirects to https', async (program) => {
    const home = await newHome()
    const site = await siteWith('2.0.0')
    const { env = {} } = await overHttps(
      (_, port) => (request, response) => {
        if (!request.url?.endsWith('?moved'))
          response.writeHead(302, { location: `https://localhost:${port}${request.url}?moved` }).end()
        else answer(Object.assign(request, { url: request.url.replace('?moved', '') }), response)
      },
      site,
    )
    const without = program === 'wget' ? ['curl'] : ['wget']
    expect(await install(shell, home, site, { env, without })).toMatchObject({ code: 0 })
    expect(await versionIn(join(home, '.local'))).toBe('2.0.0')
  })

  test.each([
    ['0.1.0', '0.2.0'],
    ['0.9.0', '0.10.0'],
    ['9.9.9', '10.0.0'],
    ['1.0.9', '1.1.0'],
    ['1.0.0-rc.1', '1.0.0'],
    ['1.0.0-rc.9', '1.0.0-rc.10'],
    ['1.0.0-alpha', '1.0.0-beta'],
  ])('%s is older than %s, and does not replace it', async (older, newer) => {
    const home = await newHome()
    const site = await siteWith(newer)
    expect(await install(shell, home, site)).toMatchObject({ code: 0 })
    const before = await treeOf(home)
    await publish(site, older)
    expect(await install(shell, home, site)).toEqual({
      code: 0,
      stdout: '',
      stderr: `${newer} is installed; latest is ${older}\n`,
    })
    expect(await treeOf(home)).toEqual(before)
    const words = ['--version', older]
    const { code, stderr } = await install(shell, home, site, { words })
    expect([code, stderr]).toEqual([0, expect.stringContaining(`; replaced ${newer} by ${older}.\n`)])
    await publish(site, newer)
    expect((await install(shell, home, site)).stderr).toContain(`; replaced ${older} by ${newer}.\n`)
  })

  test('a kiva of an unknown version is replaced', async () => {
    const home = await installedHome()
    await rm(join(home, '.local/share/man/man1/kiva.1'))
    const { code, stderr } = await install(shell, home, await siteWith('0.9.0'))
    expect([code, stderr]).toEqual([0, expect.stringMatching(/ 0\.9\.0 in .* \(checked: SHA-256\)\.\n/)])
  })

  test.skipIf(!isRoot)('root with umask 077 makes folders and files that all can read', async () => {
    const home = await newHome()
    const options = { words: ['--prefix', join(home, 'new/prefix')], before: 'umask 077;' }
    expect(await install(shell, home, await siteWith('1.0.0'), options)).toMatchObject({ code: 0 })
    for (const line of await treeOf(join(home, 'new'))) expect(line).toMatch(/ (40755|100644|100755) /)
  })

  test('other users with umask 077 make folders for themselves', async () => {
    const home = await newHome()
    if (isRoot) await run('chown', ['-R', `${nobody.uid}:${nobody.gid}`, home])
    const options = { user: nobody, before: 'umask 077;' }
    expect(await install(shell, home, await siteWith('1.0.0'), options)).toMatchObject({ code: 0 })
    expect((await stat(join(home, '.local/bin'))).mode & 0o777).toBe(0o700)
  })

  test.skipIf(!isRoot)('root owns the files, whoever packed them', async () => {
    const home = await newHome()
    const name = 'kiva-1.0.0-linux-x64'
    const parent = await unpacked(name, filesOf('1.0.0'))
    const site = newSite()
    publishArchive(site, '1.0.0', await packed(parent, ['--owner=65534', '--group=65534', name]))
    expect(await install(shell, home, site)).toMatchObject({ code: 0 })
    expect((await stat(join(home, '.local/bin/kiva'))).uid).toBe(0)
  })

  // Programs with shorter waits than those that the script asks for.
  const hasty = {
    curl: `for word; do shift; case $word in 30 | 60) word=1 ;; esac; set -- "$@" "$word"; done
      exec /usr/bin/curl "$@" --retry 0`,
  }

  test('a server that says nothing is not waited for', async () => {
    const home = await installedHome()
    const { port } = await serveSockets(() => {})
    const env = { KIVA_RELEASES_URL: `https://127.0.0.1:${port}` }
    const ran = await install(shell, home, newSite(), { fakes: hasty, env })
    await expectError(home, ran, /cannot download .*\/latest: curl: \(28\) /, await treeOf(home))
  })

  test('a server that stops in the middle is not waited for', async () => {
    const home = await installedHome()
    const site = await siteWith('2.0.0')
    site.files.set(archiveOf, (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
    })
    const ran = await install(shell, home, site, { fakes: hasty })
    await expectError(home, ran, /cannot download .*gz: curl: \(28\) Operation too slow/, await treeOf(home))
  })

  /** Installs 1.0.0 on a disk of 512 KiB, then 2.0.0 with more files. */
  async function installOnDisk(more: Readonly<Record<string, Buffer>>, taken = 0) {
    const { folder: place, before } = fullDisk(512)
    const home = await installedHome()
    const words = ['--prefix', place]
    const site = await siteWith('1.0.0')
    expect(await install(shell, home, site, { words, before })).toMatchObject({ code: 0 })
    if (taken > 0) await writeFile(join(place, 'other'), Buffer.alloc(taken))
    const tree = await treeOf(place)
    await publish(site, '2.0.0', { ...filesOf('2.0.0'), ...more })
    return {
      home,
      place,
      tree,
      isMounted: before === '',
      ran: await install(shell, home, site, { words, before }),
    }
  }

  const random = randomBytes(2 ** 20)
  test.each([
    ['the download', { 'share/doc/kiva/more': random }, /cannot download .*; the disk may be full\n/],
    [
      'unpacking',
      { 'share/doc/kiva/more': Buffer.alloc(2 ** 20) },
      /cannot unpack .*No space left on device\n/,
    ],
  ])(
    'on a disk that is full during %s, the old kiva stays, and the reason is shown',
    async (_, more, message) => {
      const { home, place, tree, isMounted, ran } = await installOnDisk(more)
      await expectError(home, ran, isMounted ? message : /cannot (download|unpack) /, await treeOf(home))
      expect(await treeOf(place)).toEqual(tree)
      expect(await versionIn(place)).toBe('1.0.0')
    },
  )

  test('the disk needs no room for the archive and twice its files', async () => {
    const more = { 'share/doc/kiva/more': Buffer.alloc(300 * 2 ** 10) }
    const { place, ran } = await installOnDisk(more)
    expect(ran).toMatchObject({ code: 0 })
    expect(await versionIn(place)).toBe('2.0.0')
  })
})

// .ci/run builds it before these tests, npm run build:binary at any time.
describe.skipIf(!existsSync(executable))('the executable, with the manual and completion', () => {
  let home: string
  let env: Readonly<Record<string, string>>
  let before: readonly string[]
  let site: Site
  let version: string
  /** The lines that install.sh told users of a shell to add to its startup file. */
  const printed = new Map<string, readonly string[]>()

  beforeAll(async () => {
    home = await newFolder('my home')
    await writeFile(join(home, '.bashrc'), '')
    before = await treeOf(home)
    env = { HOME: home, PATH: `${home}/.local/bin:/usr/bin:/bin`, LANG: 'C.UTF-8' }
    version = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version
    site = await siteWith('0.0.1')
    await publish(site, version, await releasedFiles())
    for (const shell of ['bash', 'zsh']) {
      const options = { words: ['--version', '0.0.1'], env: { SHELL: shell } }
      const { stderr } = await install('dash', home, site, options)
      printed.set(
        shell,
        stderr.split('\n').filter((line) => line.startsWith('  ')),
      )
      if (shell === 'bash') await install('dash', home, site, { words: ['--uninstall'] })
    }
    expect(await install('dash', home, site)).toMatchObject({ code: 0 })
  })

  test('runs', async () => {
    const { stdout } = await run('kiva', ['--sandbox', 'loans', 'newest', '--limit', '2', '-o', 'json'], {
      env,
    })
    expect(JSON.parse(stdout)).toHaveLength(2)
  })

  test('man finds its pages', async () => {
    const { stdout } = await run('man', ['kiva'], { env })
    expect(stdout.replaceAll(/.\x08/g, '')).toMatch(new RegExp(`^KIVA\\(1\\)[^]*kiva ${version}`))
    expect((await run('man', ['-w', '7', 'kiva-formats'], { env })).stdout).toBe(
      `${home}/.local/share/man/man7/kiva-formats.7\n`,
    )
  })

  test.each([
    [
      'bash',
      'bash --noprofile --rcfile "$ZDOTDIR/.bashrc" -i',
      '. /usr/share/bash-completion/bash_completion',
    ],
    ['zsh', 'zsh -i', 'autoload -Uz compinit; compinit -D'],
  ])('%s completes after the printed lines', async (name, command, rc) => {
    const place = await newFolder()
    const lines = [...(printed.get(name) ?? []), rc, "PS1='READY> '", '']
    for (const file of ['.bashrc', '.zshrc']) await writeFile(join(place, file), lines.join('\n'))
    const terminal = openTerminal(command, { env: { ...env, ZDOTDIR: place }, cwd: place, columns: 100 })
    await terminal.shows(/READY> /)
    terminal.press('kiva loans sea\t')
    await terminal.shows(/kiva loans search/)
    await terminal.close()
  })

  test('fish completes', async () => {
    const { stdout } = await run('fish', ['-c', "complete -C 'kiva loans sea'"], {
      env: { ...env, XDG_CONFIG_HOME: await newFolder(), XDG_CACHE_HOME: await newFolder() },
    })
    expect(stdout).toBe('search\tSearch loans\n')
  })

  test('an older version replaces it, and uninstalling leaves nothing', async () => {
    expect(await install('dash', home, site, { words: ['--version', '0.0.1'] })).toMatchObject({ code: 0 })
    expect(await versionIn(join(home, '.local'))).toBe('0.0.1')
    expect(existsSync(join(home, '.local/share/man/man7'))).toBe(false)
    expect(await install('dash', home, site, { words: ['--uninstall'] })).toMatchObject({ code: 0 })
    expect(await treeOf(home)).toEqual(before)
  })
})

/** The files of an archive for Linux. */
async function releasedFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const pages = (await readdir(join(root, 'man'))).map((name) => [
    `man/${name}`,
    `man/man${name.at(-1)}/${name}`,
  ])
  const others = [
    ['completions/kiva.bash', 'bash-completion/completions/kiva'],
    ['completions/_kiva', 'zsh/site-functions/_kiva'],
    ['completions/kiva.fish', 'fish/vendor_completions.d/kiva.fish'],
    ['LICENSE', 'doc/kiva/LICENSE'],
  ]
  const files = [...pages, ...others].map(async ([from = '', to]) => [
    `share/${to}`,
    await readFile(join(root, from)),
  ])
  return Object.fromEntries([['bin/kiva', await readFile(executable)], ...(await Promise.all(files))])
}
