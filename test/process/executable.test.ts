/**
 * The single executable: all commands and formats against a sandbox on a socket, its license files, and that it does
 * not depend on the folder where it was built.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bunVersion } from '../../scripts/bundle/runtime.mjs'
import { openTerminal } from '../e2e/terminal.ts'
import { approve } from '../support/approve.ts'
import { testEveryAnswer } from '../support/every-answer.ts'
import { folderForAll } from '../support/folder.ts'
import { drivesExecutable, type Env, kiva, tool } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
let env: Env

async function ask(words: readonly string[], input?: string): Promise<string> {
  const { code, stdout, stderr } = await kiva(words, env, input)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
  return stdout
}

const root = fileURLToPath(new URL('../../', import.meta.url))

// The installed package passes the same tests: test/e2e/installed.e2e.ts.
describe.runIf(drivesExecutable)('the executable', () => {
  const folder = folderForAll()
  beforeAll(async () => {
    sandbox = await startSandbox()
    env = {
      ...sandbox.options.env,
      KIVA_CONFIG_DIR: join(folder, 'kiva'),
      KIVA_CLIENT_ID: sandbox.client_id,
      KIVA_CLIENT_SECRET: sandbox.client_secret,
    }
    const { authorize_url } = JSON.parse(await ask(['login', '--start', '-o', 'json']))
    await ask(['login', '--finish'], `${await approve(sandbox, authorize_url)}\n`)
  })
  afterAll(() => sandbox.stop())

  testEveryAnswer(ask)

  test('comes with the licenses of kiva, its packages and its runtime', () => {
    const beside = (name: string) => readFileSync(join(dirname(tool[0]), name), 'utf8')
    expect(beside('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    const notices = beside('THIRD-PARTY.txt')
    expect(notices).toContain(readFileSync(join(root, 'dist/THIRD-PARTY.txt'), 'utf8'))
    for (const text of [
      'JavaScriptCore',
      'BoringSSL',
      'GNU LIBRARY GENERAL PUBLIC LICENSE',
      'Apache License',
    ]) {
      expect(notices).toContain(text)
    }
  })

  test('comes with a bill of materials that lists Bun and its parts beside the packages', () => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
    const bill: Bill = read(join(dirname(tool[0]), 'kiva.cdx.json'))
    const ofPackage: Bill = read(join(root, 'dist/bom.cdx.json'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', metadata: ofPackage.metadata })
    const [bun, ...parts] = bill.components.slice(ofPackage.components.length)
    expect(bill.components.slice(0, ofPackage.components.length)).toEqual(ofPackage.components)
    expect(bun).toMatchObject({ type: 'platform', name: 'Bun', version: bunVersion })
    expect(parts.length).toBeGreaterThan(40)
    const names = parts.map(({ name }) => name)
    for (const name of ['TinyCC', 'BoringSSL', 'ICU', 'acorn']) expect(names).toContain(name)
    for (const { licenses, externalReferences } of [bun, ...parts].filter((one) => one !== undefined)) {
      expect([licenses, externalReferences].map((list) => list.length)).toEqual([1, 1])
    }
    const refs = bill.components.map((one) => one['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    // All are reached from kiva.
    const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
    const reached = new Set([bill.metadata.component['bom-ref']])
    for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next)
    expect([...reached].sort()).toEqual([bill.metadata.component['bom-ref'], ...refs].sort())
  })

  test('does not name the folder where it was built', () => {
    const beside = dirname(tool[0])
    const executables = readdirSync(beside).filter((name) => name.startsWith('kiva-'))
    expect(executables).toContain(basename(tool[0]))
    for (const name of executables) expect(readFileSync(join(beside, name)).indexOf(root)).toBe(-1)
  })

  test('starts no program from the folder where it was built', async () => {
    const built = copyOfBuild(join(folder, 'project'))
    const [trap, opener] = [join(folder, 'trap'), join(folder, 'opened')]
    writeFileSync(join(folder, 'project/dist/xdg-open'), `#!/bin/sh\n: > ${trap}\n`, { mode: 0o755 })
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/xdg-open'), `#!/bin/sh\necho "$1" > ${opener}\n`, { mode: 0o755 })
    const terminal = openTerminal(`${built} loans show 84 --web`, {
      cwd: folder,
      columns: 100,
      env: { PATH: `${folder}/bin:/usr/bin:/bin`, KIVA_CONFIG_DIR: join(folder, 'none') },
    })
    expect(await terminal.ended()).toBe(0)
    expect(existsSync(trap)).toBe(false)
    expect(readFileSync(opener, 'utf8')).toBe('https://www.kiva.org/lend/84\n')
  })
})

/** What the test reads of a bill of materials in the format CycloneDX. */
interface Bill {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } }
  readonly components: readonly {
    readonly 'bom-ref': string
    readonly name: string
    readonly licenses: readonly unknown[]
    readonly externalReferences: readonly unknown[]
  }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Builds the executable for this machine in a copy of the project, and returns its path. */
function copyOfBuild(project: string): string {
  const isNeeded = (path: string) => !path.includes('build/binary/kiva-')
  for (const name of ['bin', 'dist', 'scripts', 'LICENSE', 'package.json', 'build/binary'])
    cpSync(join(root, name), join(project, name), { recursive: true, filter: isNeeded })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const output = execFileSync(process.execPath, [join(project, 'scripts/build-binary.mjs')], {
    encoding: 'utf8',
  })
  return join(project, output.trim().split('\n').at(-1) ?? '')
}
