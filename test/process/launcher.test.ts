/** `--version` and `--help`, which the launcher prints itself, on any stdout. Needs `npm run build`. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderForAll } from '../support/folder.ts'
import { drivesExecutable, kiva, preload, shell, toolLine } from '../support/process.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const answers = [
  { word: '--version', text: readFileSync(at('../../dist/version.txt'), 'utf8') },
  { word: '--help', text: readFileSync(at('../../dist/help/kiva.txt'), 'utf8') },
  { word: '', text: readFileSync(at('../../dist/help/first-screen.txt'), 'utf8') },
].map((answer) => ({ ...answer, words: answer.word === '' ? [] : [answer.word] }))

const folder = folderForAll()

describe.each(answers)('kiva $word', ({ word, words, text }) => {
  test('prints the complete text', async () => {
    expect(await kiva(words)).toEqual({ code: 0, stdout: text, stderr: '' })
  })

  test('exits with 0 if its reader has closed the pipe', async () => {
    // The reader closes its end before the writer starts.
    const line = `mkfifo $1; (read go < $1; $KIVA ${word}; echo "code $?" >&2) | (exec <&-; echo go > $1)`
    const { stderr } = await shell(line, [join(folder, `go${word}`)])
    expect(stderr).toBe('code 0\n')
  })

  test('exits with 0 if stdout is closed', async () => {
    expect(await shell(`$KIVA ${word} >&-`)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('exits with 1 and an error if the disk is full', async () => {
    const ended = await shell(`$KIVA ${word} >/dev/full`)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/^error: cannot write stdout: ENOSPC/)
  })

  test('waits for a full pipe', async () => {
    // The helper fills the pipe, and the tool gets EAGAIN. Only then does the reader start.
    const [full, go] = [join(folder, `full${word}`), join(folder, `read${word}`)]
    const nodeOptions = Object.entries(preload('tell-eagain.cjs')).map(
      ([name, value]) => `${name}='${value}'`,
    )
    const line = `mkfifo $1 $2
      ($NODE ${at('../support/full-pipe.cjs')} $1 & read full < $1
       ${nodeOptions.join(' ')} ${toolLine(words)}
       echo "code $?" >&2; kill $!) | (read go < $2; cat)`
    const child = spawn('/bin/sh', ['-c', line, 'sh', full, go], {
      env: { PATH: '/usr/bin:/bin', NODE: process.execPath },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      if (stderr === 'EAGAIN\n') writeFileSync(go, 'go\n')
    })
    await new Promise((resolve) => child.once('close', resolve))
    expect(stderr).toBe('EAGAIN\ncode 0\n')
    expect(stdout.replace(/^\.+/, '')).toBe(text)
  })
})

describe.runIf(!drivesExecutable)('the version of Node', () => {
  const asIf = (version: string, ...words: readonly string[]) =>
    kiva(words, { ...preload('other-version.cjs'), TEST_VERSION: version })

  test.each(['20.18.0', '20.9.9', '19.99.99', '18.20.8', '9.11.2'])('%s is too old', async (version) => {
    const stderr = `error: kiva needs Node.js 20.18.1 or later; this is ${version}\n`
    expect(await asIf(version, 'config', 'path')).toEqual({ code: 3, stdout: '', stderr })
    expect(await asIf(version, '--version')).toMatchObject({ code: 0, stderr: '' })
  })

  test.each(['20.18.1', '20.19.0', '21.0.0', '22.3.0', '100.0.0', '24.0.0-nightly2025'])(
    '%s is new enough',
    async (version) => {
      expect(await asIf(version, 'config', 'path')).toMatchObject({ code: 0, stderr: '' })
    },
  )

  test('is the one of package.json', () => {
    const { engines } = JSON.parse(readFileSync(at('../../package.json'), 'utf8'))
    expect(engines).toEqual({ node: '>=20.18.1' })
  })
})

test.runIf(drivesExecutable)('the executable works whatever version of Node its runtime names', async () => {
  const env = { ...preload('other-version.cjs'), TEST_VERSION: '12.0.0' }
  expect(await kiva(['config', 'path'], env)).toMatchObject({ code: 0, stderr: '' })
})
