/** Signals to the built tool. Needs `npm run build`. */
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openTerminal } from '../e2e/terminal.ts'
import { ioOf } from '../support/io-of.ts'
import { start, toolLine } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { until, untilStill } from '../support/until.ts'

const signals = [
  { signal: 'SIGINT', kind: 'interrupted', code: 130 },
  { signal: 'SIGTERM', kind: 'terminated', code: 143 },
] as const

/** Starts a run against a service that never replies, and waits for the request. */
async function askSilence(words: readonly string[]) {
  const { createServer } = await import('node:http')
  const server = createServer()
  const asked = new Promise<void>((resolve) => server.once('request', () => resolve()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const started = start([...words, '--base-url', `http://127.0.0.1:${port}`])
  await asked
  return { ...started, close: () => server.close() }
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
