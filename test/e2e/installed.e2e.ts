/** The package from `npm pack`, installed where only Node and npm are available. Needs `npm run build`. */
import { type ExecFileOptions, execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve } from '../support/approve.ts'
import { testEveryAnswer } from '../support/every-answer.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

const root = join(import.meta.dirname, '../..')
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A folder with spaces and an accent in its name. */
let folder: string
let tarball: string
let sandbox: RunningSandbox
let env: Readonly<Record<string, string>>

/** Runs a program in the folder. Returns its stdout, or throws an error with all of its output. */
const program = (
  command: string,
  words: readonly string[],
  options: Pick<ExecFileOptions, 'uid' | 'gid'> = {},
  input = '',
) =>
  new Promise<string>((resolve, reject) => {
    const all = { cwd: folder, encoding: 'utf8', env, maxBuffer: 2 ** 26, ...options } as const
    const child = execFile(command, words, all, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    )
    child.stdin?.end(input)
  })
const npm = (...words: readonly string[]) =>
  program('npm', [...words, '--offline', '--no-audit', '--no-fund', '--no-update-notifier'])

/** Runs the installed tool as a user who cannot write to its installation. */
const kiva = (words: readonly string[], input?: string) =>
  program(join(folder, 'prefix/bin/kiva'), words, nobody, input)

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kiva-installed-')), 'Chloé’s things')
  await mkdir(join(folder, 'config'), { recursive: true })
  sandbox = await startSandbox()
  env = {
    KIVA_BASE_URL: sandbox.base_url,
    KIVA_AUTH_URL: sandbox.auth_url,
    KIVA_CA_FILE: join(folder, 'ca.pem'),
    PATH: [join(process.execPath, '..'), '/usr/bin', '/bin'].join(delimiter),
    HOME: folder,
    KIVA_CLIENT_ID: sandbox.client_id,
    KIVA_CLIENT_SECRET: sandbox.client_secret,
    KIVA_CONFIG_DIR: join(folder, 'config', 'kiva'),
    NODE_PATH: join(folder, 'traps'),
  }
  await writeFile(join(folder, 'ca.pem'), await readFile(sandbox.ca_file))
  await layTraps()
  // Scripts are ignored because the build exists already, and other tests are reading it.
  const [packed] = JSON.parse(
    await program('npm', ['pack', root, '--ignore-scripts', '--json', '--pack-destination', folder]),
  )
  tarball = join(folder, packed.filename)
  await npm('install', '--global', '--prefix', join(folder, 'prefix'), '--ignore-scripts', tarball)
  await letNobodyIn()
  const { authorize_url } = JSON.parse(await kiva(['login', '--start', '-o', 'json']))
  await kiva(['login', '--finish'], `${await approve(sandbox, authorize_url)}\n`)
}, 120_000)
afterAll(async () => {
  await sandbox.stop()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

/** Creates packages in NODE_PATH that throw if kiva loads them in place of its own. */
async function layTraps(): Promise<void> {
  for (const name of ['chalk', 'commander', 'undici']) {
    await mkdir(join(folder, 'traps', name), { recursive: true })
    await writeFile(join(folder, 'traps', name, 'index.js'), 'throw new Error("not from NODE_PATH")')
  }
}

/** Makes the installation read-only, and only the config folder writable. */
async function letNobodyIn(): Promise<void> {
  for (const one of await readdir(join(folder, 'prefix'), { recursive: true }))
    await chmod(join(folder, 'prefix', one), 0o555)
  await chmod(join(folder, '..'), 0o755)
  await chmod(join(folder, 'config'), 0o777)
}

test('the tarball contains only the files that a user needs', async () => {
  const listed = await program('tar', ['-tf', tarball])
  const tops = new Set(
    listed
      .trim()
      .split('\n')
      .map((path) => path.split('/')[1]),
  )
  const pages = ['CHANGELOG.md', 'LICENSE', 'README.md']
  expect([...tops].sort()).toEqual([...pages, 'bin', 'completions', 'dist', 'man', 'package.json'])
})

test('the installed package has no dependencies and no install scripts', async () => {
  const modules = join(folder, 'prefix/lib/node_modules')
  expect(await readdir(modules)).toEqual(['kiva'])
  expect(await readdir(join(modules, 'kiva'))).not.toContain('node_modules')
  const { dependencies, scripts } = JSON.parse(await readFile(join(modules, 'kiva/package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
  expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([])
})

test('npx runs kiva from the tarball', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const run = (...words: readonly string[]) =>
    program('npx', ['--yes', '--offline', '--ignore-scripts', `--package=${tarball}`, 'kiva', ...words])
  expect(await run('--version')).toBe(`${version}\n`)
  expect(JSON.parse(await run('--sandbox', 'loans', 'newest', '--limit', '3', '-o', 'json'))).toHaveLength(3)
}, 60_000)

test('a local installation provides node_modules/.bin/kiva', async () => {
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{"private":true}')
  await npm('install', '--prefix', project, '--ignore-scripts', tarball)
  const found = await program(join(project, 'node_modules/.bin/kiva'), ['--help'])
  expect(found).toContain('loans')
}, 60_000)

testEveryAnswer(kiva)
