/**
 * The executables on the systems that this machine can imitate: Linux itself, arm64 and an old processor in qemu, Windows in
 * Wine. Needs build/binary with the executables, and the programs that .ci/release installs.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { executableFor } from '../../scripts/bundle/executables.mjs'
import { folderForAll } from '../support/folder.ts'

interface Ended {
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
}

const wine = '/usr/lib/wine'
const folder = folderForAll()
const inFolder = (name: string) => join(folder, name)
const env = {
  PATH: '/usr/bin:/bin',
  HOME: folder,
  LANG: 'C.UTF-8',
  WINEPREFIX: inFolder('wine'),
  WINEDEBUG: '-all',
}

const run = (command: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  new Promise<Ended>((resolve, reject) => {
    const [program = '', ...words] = command
    const options = { cwd: folder, env: { ...env, ...more }, maxBuffer: 2 ** 26 }
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') reject(new Error(`There is no ${program}. .ci/release installs it.`))
      else resolve({ code: error ? (error.signal ?? error.code) : 0, stdout, stderr })
    })
    child.stdin?.end()
  })

interface System {
  readonly name: string
  /** What `kiva doctor` calls it. */
  readonly told: string
  readonly command: readonly string[]
  /** The name that a path of this machine has there. */
  path(path: string): string
  prepare?(): void
  end?(): void
}

const systems: readonly System[] = [
  { name: 'Linux', told: 'linux x64', command: [executableFor('linux-x64')], path: (path) => path },
  {
    name: 'a processor of 2008, without AVX',
    told: 'linux x64',
    command: ['qemu-x86_64-static', '-cpu', 'Nehalem', executableFor('linux-x64')],
    path: (path) => path,
  },
  {
    name: 'arm64',
    told: 'linux arm64',
    command: ['qemu-aarch64-static', '-L', '/usr/aarch64-linux-gnu', executableFor('linux-aarch64')],
    path: (path) => path,
  },
  {
    name: 'Windows',
    told: 'win32 x64',
    command: [join(wine, 'wine64'), executableFor('windows-x64')],
    path: (path) => `Z:${path.replaceAll('/', '\\')}`,
    prepare: makeMissingLibrary,
    // The server of Wine outlives the program by seconds, and writes into its folder.
    end: () => void execFileSync(join(wine, 'wineserver64'), ['--wait'], { env }),
  },
]

/** Bun needs a library of Windows 8 that Wine 8 lacks. Wine looks for libraries in the working folder too. */
function makeMissingLibrary(): void {
  const source = inFolder('bcryptprimitives.c')
  writeFileSync(
    source,
    `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  return SystemFunction036(data, (ULONG)size);
}
`,
  )
  const library = inFolder('bcryptprimitives.dll')
  execFileSync('x86_64-w64-mingw32-gcc', ['-shared', '-o', library, source, '-ladvapi32'])
}

interface Loan {
  readonly id: number | bigint
  readonly name: string
}

/** The sandbox's newest loans, from the tool on Node. */
let newest: readonly Loan[]
const three = ['--sandbox', 'loans', 'newest', '--limit', '3']
/** Parquet has ids as bigint. */
const brief = (loans: readonly Loan[]) => loans.map(({ id, name }) => ({ id: Number(id), name }))

beforeAll(async () => {
  const built = join(import.meta.dirname, '../../bin/kiva.cjs')
  const { stdout } = await run([process.execPath, built, ...three, '-o', 'json'])
  newest = brief(JSON.parse(stdout))
  expect(newest).toHaveLength(3)
})

describe.each(systems)('the executable on $name', ({ name, told, command, path, prepare, end }) => {
  const own = inFolder(name.replace(/\W+/g, '-'))
  const kiva = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await run([...command, ...words], {
      KIVA_CONFIG_DIR: path(join(own, 'config')),
      KIVA_DATA_DIR: path(join(own, 'data')),
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') })
    return stdout
  }
  beforeAll(async () => {
    prepare?.()
    mkdirSync(own)
    // Wine makes its folders on the first start, and tells about it.
    await run([...command, '--version'])
  })
  afterAll(() => end?.())

  test('prints its version and help', async () => {
    expect(await kiva('--version')).toBe(`${version}\n`)
    expect(await kiva('loans', 'search', '--help')).toBe(
      readFileSync(join(import.meta.dirname, '../../dist/help/kiva loans search.txt'), 'utf8'),
    )
  })

  test('prints JSON, a table and the results of jq', async () => {
    expect(brief(JSON.parse(await kiva(...three, '-o', 'json')))).toEqual(newest)
    const rows = (await kiva(...three, '-o', 'table')).trimEnd().split('\n')
    expect(rows).toHaveLength(4)
    for (const [index, loan] of newest.entries())
      expect(rows[index + 1]).toMatch(new RegExp(`^${loan.id} +${loan.name} `))
    expect(JSON.parse(await kiva(...three, '--jq', '.name | length'))).toEqual(
      newest.map((loan) => [...loan.name].length),
    )
  })

  test('saves Parquet to a file', async () => {
    const file = join(own, 'loans.parquet')
    await kiva(...three, '--out', path(file))
    const { buffer } = Uint8Array.from(readFileSync(file))
    const rows = await parquetReadObjects({ file: buffer, columns: ['id', 'name'] })
    expect(brief(rows as unknown as readonly Loan[])).toEqual(newest)
  })

  test('finds no problem in its setup, and keeps its config where it is told to', async () => {
    const checks: readonly { readonly check: string; readonly state: string; readonly found: string }[] =
      JSON.parse(await kiva('--sandbox', 'doctor', '-o', 'json'))
    expect(checks.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(checks.find(({ check }) => check === 'kiva')?.found).toMatch(
      new RegExp(`^${version}, on Bun .*, ${told}$`),
    )
    await kiva('config', 'set', 'output', 'ndjson')
    const kept = JSON.parse(readFileSync(join(own, 'config/config.json'), 'utf8'))
    expect(kept).toMatchObject({ output: 'ndjson' })
    await kiva('config', 'unset', 'output')
  })

  test('imports loans into the mirror and answers in SQL', async () => {
    const ids = newest.map(({ id }) => String(id))
    const file = join(own, 'loans.ndjson')
    await kiva('--sandbox', 'loans', 'show', ...ids, '--out', path(file))
    await kiva('--sandbox', 'mirror', 'import', path(file))
    const rows = JSON.parse(await kiva('sql', 'select id, name from loans order by id desc', '-o', 'json'))
    expect(rows).toEqual(newest)
  })
})

test('a processor without SSE 4.2 ends the executable before it prints anything', async () => {
  const ended = await run(['qemu-x86_64-static', '-cpu', 'qemu64', executableFor('linux-x64'), '--version'])
  expect(ended).toMatchObject({ code: 'SIGILL', stdout: '' })
})

test.each(['linux-x64', 'linux-aarch64'])('the executable for %s needs glibc 2.17', (target) => {
  const text = readFileSync(executableFor(target), 'latin1')
  const versions = [...text.matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor))
  expect(Math.max(...versions)).toBe(17)
})
