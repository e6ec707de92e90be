/** A second implementation of the service, in Python (`independent-service/__main__.py`). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('independent-service', import.meta.url))

/** Options of the service. `independent-service/__main__.py` describes each. */
export interface ServiceOptions {
  readonly seed?: number
  readonly loans?: number
  readonly grow?: readonly [chance: number, count: number]
  readonly shrink?: readonly [chance: number, count: number]
  readonly unknown?: number
  readonly claim?: readonly number[]
  readonly paging?: false
  readonly clamp?: true
  readonly brief?: true
  readonly limit?: number
  readonly delay?: readonly [least: number, most: number]
  readonly faults?: Readonly<Record<string, number>>
}

export interface IndependentService {
  readonly url: string
  /** Returns the ids of the loans at the start, in the order of the list. */
  start(): Promise<readonly number[]>
  /** Returns each request so far: its method, its target, and its status or fault. */
  log(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function serveIndependently(options: ServiceOptions = {}): Promise<IndependentService> {
  const child = spawn('python3', ['-B', folder, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof line !== 'string') throw new Error(`The independent service ended with ${line}`)
  const url = `http://127.0.0.1:${JSON.parse(line).port}`
  const ask = async (path: string) => JSON.parse(await (await fetch(url + path)).text())
  return {
    url,
    start: () => ask('/_start'),
    log: () => ask('/_log'),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}
