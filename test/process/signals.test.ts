/** Signals to the built tool. Needs `npm run build`. */
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { folderForEach } from '../support/folder.ts'
import { ioOf } from '../support/io-of.ts'
import { isRunning } from '../support/is-running.ts'
import { drivesExecutable, start, startShell, toolLine } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { until, untilStill } from '../support/until.ts'

const signals = [
  { signal: 'SIGINT', kind: 'interrupted', code: 130 },
  { signal: 'SIGTERM', kind: 'terminated', code: 143 },
] as const

/** Starts a service that waits for the word to answer its first request. */
async function silentService() {
  const { createServer } = await import('node:http')
  const server = createServer()
  const asked = new Promise<ServerResponse>((resolve) =>
    server.once('request', (_, response) => resolve(response)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`
  const answer = async () =>
    (await asked).writeHead(200, { 'content-type': 'application/json' }).end('{"loans":[{"id":84}]}')
  return { url, asked, answer, close: () => server.close() }
}

/** Starts a run against a service that never replies, and waits for the request. */
async function askSilence(words: readonly string[]) {
  const { url, asked, close } = await silentService()
  const started = start([...words, '--base-url', url])
  await asked
  return { ...started, close }
}

test('SIGINT twice ends a run with exit code 130', async () => {
  const { child, ended, close } = await askSilence(['loans', 'newest', '-o', 'table'])
  child.kill('SIGINT')
  child.kill('SIGINT')
  const { code, stdout } = await ended
  close()
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
})

test.each(signals)('$signal ends a run that waits for ids from an open pipe', async ({ signal, code }) => {
  const { child, ended, close } = await askSilenceOnStdin()
  child.kill(signal)
  expect(await ended).toMatchObject({ code, stdout: '' })
  close()
})

async function askSilenceOnStdin() {
  const started = start(['loans', 'show', '-', '-v'], {}, undefined)
  // Far more empty lines than a pipe holds: once the last is written, the tool reads from the pipe.
  await new Promise((resolve) => started.child.stdin?.write(`2100001\n${'\n'.repeat(600_000)}`, resolve))
  return { ...started, close: () => started.child.stdin?.destroy() }
}

test.each(signals)(
  '$signal ends a --sandbox run of many requests before the thousandth',
  async ({ signal, code }) => {
    // The log of -v is far longer than a pipe holds, so most requests can only follow the signal.
    const ids = Array.from({ length: 100_000 }, (_, at) => `${3000001 + at}\n`).join('')
    const { child, ended, told } = start(['--sandbox', 'loans', 'show', '-', '-v'], {}, ids)
    await told(/GET/)
    child.kill(signal)
    const { code: exited, stderr } = await ended
    expect(exited).toBe(code)
    expect(stderr.match(/> GET/g)?.length).toBeLessThan(1000)
  },
)

test.each(signals)('$signal ends a run whose reader has paused', async ({ signal, kind, code }) => {
  const sandbox = await startSandbox(['--http'])
  const ids = Array.from({ length: 2000 }, (_, at) => `${2100001 + at}\n`).join('')
  const words = ['loans', 'show', '-', '-o', 'ndjson', '--base-url', sandbox.base_url]
  const { child, ended, said } = start(words, {}, ids)
  await said(/\n/)
  child.stdout?.pause()
  await untilStill('the pipe is full', () => ioOf(child.pid).written)
  child.kill(signal)
  const exited = await new Promise((resolve) => {
    child.once('exit', (status, by) => resolve(status ?? (by === signal ? code : by)))
  })
  expect(exited).toBe(code)
  child.stdout?.resume()
  const { stderr } = await ended
  expect(JSON.parse(stderr).error).toMatchObject({ kind })
  await sandbox.stop()
})

test.each([
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
  { signal: 'SIGHUP', code: 129 },
  { signal: 'SIGQUIT', code: 131 },
] as const)(
  '$signal at the prompt for a secret restores the echo of the terminal',
  async ({ signal, code }) => {
    const origin = 'https://127.0.0.1:1'
    const login = toolLine(['login', '--base-url', origin, '--auth-url', origin])
    const terminal = openTerminal(
      `ulimit -c 0; sh -c 'echo "pid $$."; exec "$@"' sh ${login}; echo "code $?."; stty -a`,
      {
        env: { PATH: '/usr/bin:/bin', KIVA_CONFIG_DIR: '/nowhere' },
        cwd: tmpdir(),
        columns: 80,
      },
    )
    const [, pid] = await terminal.shows(/pid (\d+)\./)
    await terminal.shows(/client id/i)
    terminal.type('org.example.app')
    await terminal.shows(/secret.*: /i)
    const before = ioOf(Number(pid)).read
    terminal.press('half-a-sec')
    // The terminal echoes again after the signal, and would echo text that the tool has not read yet.
    await until('the secret was read', () => ioOf(Number(pid)).read >= before + 10)
    process.kill(Number(pid), signal)
    const [, ended] = await terminal.shows(/code (\d+)\./)
    await terminal.shows(/[^-]echo\b[^\n]*\n/)
    await terminal.ended()
    expect(Number(ended)).toBe(code)
    expect(terminal.screen()).not.toContain('half-a-sec')
    expect(terminal.screen()).toMatch(/ icanon .*[^-]echo /s)
  },
)

describe('a terminal that is closed', () => {
  const folder = folderForEach()
  /** The error on stderr of a run that SIGHUP ended. */
  const hangup = /terminated: the terminal was closed/

  /** Runs a line in a terminal. `hangUp` closes it, and resolves once its processes have got SIGHUP. */
  async function inTerminal(line: string) {
    // A process in the foreground that SIGHUP ends.
    const terminal = openTerminal(`sleep 600 & echo "witness $!."; ${line}`, {
      env: { PATH: '/usr/bin:/bin', KIVA_CONFIG_DIR: '/nowhere', HOME: folder, KIVA_RETRIES: '0' },
      cwd: folder,
      columns: 200,
    })
    const [, witness] = await terminal.shows(/witness (\d+)\./)
    const hangUp = async () => {
      terminal.kill()
      await until('SIGHUP has come', () => !isRunning(Number(witness)))
    }
    return { terminal, hangUp }
  }

  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return ''
    }
  }

  test.each([
    ['nohup', 'nohup sh -c \'"$@" > out 2> err; echo "code $?." > code\' sh KIVA > /dev/null 2>&1 & wait'],
    // The shell alone ignores it, and Node.js has forgotten that.
    [
      'without a terminal on any stream',
      `(trap '' HUP; KIVA < /dev/null > out 2> err; echo "code $?." > code) & wait`,
    ],
  ])('leaves a run alone: %s', async (_, line) => {
    const service = await silentService()
    const words = toolLine(['loans', 'newest', '-o', 'ndjson', '--base-url', service.url])
    const { hangUp } = await inTerminal(line.replace('KIVA', words))
    await service.asked
    await hangUp()
    await service.answer()
    await until('the run has ended', () => read('code') !== '')
    service.close()
    expect([read('code'), read('out'), read('err')]).toEqual(['code 0.\n', '{"id":84}\n', ''])
  })

  test('ends a run in the background that still has it as its stdin', async () => {
    const service = await silentService()
    const words = toolLine(['loans', 'newest', '-o', 'ndjson', '--base-url', service.url])
    const { hangUp } = await inTerminal(`${words} < /dev/tty > out 2> err & wait`)
    await service.asked
    await hangUp()
    await until('the run has ended', () => hangup.test(read('err')))
    service.close()
    expect(read('out')).toBe('')
  })

  test.each([
    ['stdin', '> out 2> err'],
    ['stdout', '< /dev/null 2> err'],
    ['stderr', '< /dev/null > out'],
  ])('SIGHUP ends a run with a terminal as its %s', async (_, redirections) => {
    const service = await silentService()
    const words = toolLine(['loans', 'newest', '-o', 'json', '--base-url', service.url])
    const { terminal } = await inTerminal(
      `sh -c 'echo $$ > pid; exec "$@" ${redirections}' sh ${words}; echo "code $?."`,
    )
    await service.asked
    process.kill(Number(read('pid')), 'SIGHUP')
    expect((await terminal.shows(/code (\d+)\./))[1]).toBe('129')
    service.close()
    await terminal.close()
    expect(read('err') + terminal.screen()).toMatch(hangup)
  })
})

test('SIGTERM ends a run without a terminal, which ignores SIGHUP', async () => {
  const { child, ended, close } = await askSilence(['loans', 'newest', '-o', 'json'])
  child.kill('SIGHUP')
  child.kill('SIGTERM')
  const { code, stderr } = await ended
  close()
  expect([code, JSON.parse(stderr).error.message]).toEqual([143, 'terminated'])
})

// Node.js forgets which signals were ignored.
test.runIf(drivesExecutable).each([
  ['INT', 'SIGINT'],
  ['QUIT', 'SIGQUIT'],
] as const)('a run that starts with SIG%s ignored goes on', async (name, signal) => {
  const service = await silentService()
  const line = `trap '' ${name}; exec $KIVA loans newest -o ndjson --base-url ${service.url}`
  const { child, ended } = startShell(line)
  await service.asked
  child.kill(signal)
  await service.answer()
  expect(await ended).toEqual({ code: 0, stdout: '{"id":84}\n', stderr: '' })
  service.close()
})
