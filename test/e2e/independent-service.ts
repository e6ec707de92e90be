/** The service that is written in Python, of the service's documentation alone (`independent-service/__main__.py`). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('independent-service', import.meta.url))

/** How it is to be; what each means stands in `independent-service/__main__.py`. */
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
  /** The ids of the loans that were there at the start, in the order of the list. */
  start(): Promise<readonly number[]>
  /** Each request so far: its method, its target, and the status or the fault that it met. */
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
  const ask = async (path: string) => (await fetch(url + path)).json()
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
