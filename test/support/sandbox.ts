/** Runs `kiva sandbox` through the command line in this process, on real sockets. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { KivaError } from '../../src/core/errors.ts'
import { main } from '../../src/main.ts'
import { listenOnLoopback } from '../../src/node/network/listen.ts'
import { openNetwork } from '../../src/node/network/send.ts'
import { type TextSink, textSink } from '../harness/sinks.ts'
import { makeWorld } from '../harness/world.ts'
import type { RunOptions } from '../harness.ts'
import { watch } from './canary.ts'

export interface RunningSandbox {
  readonly base_url: string
  readonly auth_url: string
  readonly ca_file: string
  readonly client_id: string
  readonly client_secret: string
  /** Options with which `run` reaches the sandbox over the network. */
  readonly options: RunOptions
  /** Returns its stderr so far. */
  log(): string
  /** Interrupts the sandbox. Returns its exit code. */
  stop(): Promise<number>
}

/** Starts `kiva sandbox` with more words, such as `--http`. */
export async function startSandbox(
  words: readonly string[] = [],
  options: RunOptions = {},
): Promise<RunningSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'kiva-test-'))
  const interrupt = new AbortController()
  const { stdout, firstLine } = sinkWithFirstLine()
  // Clients check the certificate by the clock of the machine. It stands still, so that lists stay as they are.
  const { now = Date.now() } = options
  const { world: inMemory, stderr } = makeWorld({ signal: interrupt.signal, ...options, now })
  const world = {
    ...inMemory,
    stdout,
    listen: listenOnLoopback,
    // Not a wait of the test: the sandbox itself delays replies, in real time unless the test says otherwise.
    sleep: options.world?.sleep ?? (async (milliseconds: number) => wait(milliseconds)),
    writePrivate: async (name: string, content: string) => {
      const path = join(folder, name)
      await writeFile(path, content, { mode: 0o600 })
      return { path, remove: () => rm(path) }
    },
  }
  watch('stderr of kiva sandbox', stderr.text)
  const ended = main(['sandbox', ...words], world)
  const early = await Promise.race([ended, firstLine])
  if (early !== undefined) throw new Error(`kiva sandbox ended with ${early}: ${stderr.text()}`)
  const said = JSON.parse(stdout.text())
  const env: Record<string, string> = { KIVA_BASE_URL: said.base_url, KIVA_AUTH_URL: said.auth_url }
  if (said.ca_file) env['KIVA_CA_FILE'] = said.ca_file
  return {
    ...said,
    options: { env, connect: keepOpen(), now },
    log: () => stderr.text(),
    stop: async () => {
      interrupt.abort(new KivaError('interrupted', 'Interrupted'))
      const code = await ended
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Opens the network once for all runs with the same options: a handshake takes as long as a short run. */
function keepOpen(): typeof openNetwork {
  const opened = new Map<string, ReturnType<typeof openNetwork>>()
  return (transport) => {
    const name = `${transport.timeout} ${transport.caFile}`
    const network = opened.get(name) ?? openNetwork(transport)
    opened.set(name, network)
    return network
  }
}

/** Returns a sink, and a promise that resolves when the first line has been written to it. */
function sinkWithFirstLine(): { readonly stdout: TextSink; readonly firstLine: Promise<undefined> } {
  const sink = textSink()
  let tell = (_: undefined) => {}
  const firstLine = new Promise<undefined>((resolve) => {
    tell = resolve
  })
  const write: TextSink['write'] = async (chunk) => {
    await sink.write(chunk)
    if (sink.text().includes('\n')) tell(undefined)
  }
  return { stdout: { ...sink, write }, firstLine }
}
