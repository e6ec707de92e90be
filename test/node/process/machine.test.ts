import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { thisMachine } from '../../../src/node/process/machine.ts'
import { folderForEach } from '../../support/folder.ts'

const root = folderForEach()
const env = {
  KIVA_CONFIG_DIR: join(root, 'config'),
  KIVA_STATE_DIR: join(root, 'state'),
  KIVA_CACHE_DIR: join(root, 'cache'),
  KIVA_DATA_DIR: join(root, 'data'),
}

const places = (some: Readonly<Record<string, string>> = env) =>
  Object.fromEntries(
    thisMachine(some)
      .places()
      .map((place) => [place.name, place]),
  )

describe('places', () => {
  test('that do not exist are reported without a mode or problem', () => {
    expect(places()).toMatchObject({
      'config folder': { path: join(root, 'config'), isThere: false },
      'settings file': { path: join(root, 'config', 'config.json'), isThere: false },
      'credential file': { isThere: false },
      'state folder': { path: join(root, 'state'), isThere: false },
      'cache folder': { path: join(root, 'cache'), isThere: false },
      'data folder': { path: join(root, 'data'), isThere: false },
      mirror: { path: join(root, 'data', 'mirror.sqlite'), isThere: false },
    })
    expect(Object.values(places()).some(({ problem, mode }) => problem ?? mode)).toBe(false)
  })

  test('have their modes, and problems with modes and links', () => {
    mkdirSync(join(root, 'config'), { mode: 0o700 })
    writeFileSync(join(root, 'config', 'config.json'), '{}')
    chmodSync(join(root, 'config', 'config.json'), 0o644)
    symlinkSync('/etc/passwd', join(root, 'config', 'credentials.json'))
    const found = places()
    expect(found['config folder']).toMatchObject({ mode: '0700', isThere: true })
    expect(found['settings file']?.mode).toBe('0644')
    expect(found['settings file']?.problem?.hint).toMatch(/^Run: chmod 600 /)
    expect(found['credential file']?.problem?.message).toContain('is a symbolic link')
  })

  test('have a problem if others may change a folder, or a folder is a file', () => {
    mkdirSync(join(root, 'config'))
    chmodSync(join(root, 'config'), 0o777)
    mkdirSync(join(root, 'state'))
    chmodSync(join(root, 'state'), 0o775)
    writeFileSync(join(root, 'cache'), '')
    expect(places()['config folder']?.problem?.message).toContain('can be changed by other users')
    expect(places()['state folder']?.problem?.message).toContain('can be changed by other users')
    expect(places()['cache folder']?.problem?.message).toContain('is not a folder')
  })

  test('have a problem and no path if HOME is not set', () => {
    const found = places({})
    expect(found['config folder']?.path).toBeUndefined()
    expect(found['config folder']?.problem?.message).toBe('HOME is not set')
  })
})

test('the proxy is reported without its password', () => {
  const machine = thisMachine({ HTTPS_PROXY: 'http://ada:hush-hush@proxy.example:3128' })
  expect(machine.proxyFor('https://api.kivaws.org')).toEqual({
    address: 'http://***@proxy.example:3128/',
    variable: 'HTTPS_PROXY',
  })
  expect(machine.proxyFor('http://127.0.0.1:8080')).toBeUndefined()
  expect(() => thisMachine({ HTTPS_PROXY: 'nonsense' }).proxyFor('https://a.example')).toThrow('HTTPS_PROXY')
})

test('the runtime, the platform and the use of NODE_EXTRA_CA_CERTS are reported', () => {
  const { runtime, platform, readsMoreAuthorities } = thisMachine({ NODE_EXTRA_CA_CERTS: '/ca.pem' })
  expect(runtime).toBe(`Node.js ${process.versions.node}`)
  expect(platform).toBe(`${process.platform} ${process.arch}`)
  expect(readsMoreAuthorities).toBe(Number.parseInt(process.versions.node, 10) < 22)
  expect(thisMachine({}).readsMoreAuthorities).toBe(false)
})

test('the program is the file that runs, without links', () => {
  const before = process.argv[1] ?? ''
  const [file, link] = [join(root, 'kiva.cjs'), join(root, 'kiva')]
  mkdirSync(root, { recursive: true })
  writeFileSync(file, '')
  symlinkSync(file, link)
  try {
    process.argv[1] = link
    expect(thisMachine(env).program).toBe(realpathSync(file))
    process.argv[1] = join(root, 'gone')
    expect(thisMachine(env).program).toBe(join(root, 'gone'))
  } finally {
    process.argv[1] = before
  }
})
