import { headerLine, maskNamed, maskUrl } from '../../auth/masking.ts'
import { KivaError } from '../../core/errors.ts'
import type { Attempt, Exchange, Listener } from '../../core/events.ts'
import type { HttpReply } from '../../core/http.ts'
import type { Secrets, Settings } from '../../core/settings.ts'
import type { Out } from '../../core/streams.ts'
import { cleanLines } from '../../output/gate/text.ts'
import { age, lasting } from '../../output/words/span.ts'

interface LogPorts {
  readonly stderr: Out
  readonly settings: Pick<Settings, 'verbosity'>
  readonly secrets: Secrets
  now(): number
}

/**
 * Prints each request line, status, size, time and retry on stderr (`-v`), and the headers with `--debug`.
 * With several requests under way, each line shows its request's number: `[3] < 200, …`.
 */
export function requestLog({ stderr, settings, secrets, now }: LogPorts): Listener {
  const pending = new Map<Exchange, { readonly number: number; isConcurrent: boolean }>()
  let started = 0
  const print = (line: string) => stderr.write(`${cleanLines(line)}\n`, 'people')
  const note = (line: string) => print(`* ${line}`)
  const lineOf = (exchange: Exchange) => {
    const { number = 0, isConcurrent = false } = pending.get(exchange) ?? {}
    return (line: string) =>
      stderr.write(`${isConcurrent ? `[${number}] ` : ''}${cleanLines(line)}\n`, 'people')
  }
  const begin = (exchange: Exchange) => {
    started += 1
    pending.set(exchange, { number: started, isConcurrent: false })
    if (pending.size > 1) for (const request of pending.values()) request.isConcurrent = true
  }
  const headers = async (exchange: Exchange, lines: readonly string[]) => {
    if (settings.verbosity === 2) for (const line of lines) await lineOf(exchange)(line)
  }
  return async (event) => {
    if (event.kind === 'connected') return note(`connected to ${event.host} in ${event.milliseconds}ms`)
    if (event.kind === 'attempt') return note(attemptLine(event, secrets))
    if (event.kind === 'disabled' && event.part === 'cache')
      return print(`cache error: ${reasonOf(event.problem, secrets)}`)
    if (event.kind === 'wait' && event.reason === 'pace') {
      const left = lasting(event.until() - now())
      return note(`slowing down for the rate limit: next request in ${left}`)
    }
    if (event.kind === 'request') {
      const { exchange } = event
      const { method, url, headers: sent } = exchange.request
      begin(exchange)
      await lineOf(exchange)(`> ${method} ${maskUrl(url, secrets)}`)
      // kiva made this header: only named parts of the signature are secret.
      return headers(
        exchange,
        entries(sent).map(([name, value]) => `> ${headerLine(name, value, maskNamed)}`),
      )
    }
    if (event.kind === 'reply') {
      const { exchange, reply, milliseconds } = event
      await lineOf(exchange)(`< ${reply.status}, ${sizeOf(reply)}, ${timeOf(reply, milliseconds)}`)
      await headers(
        exchange,
        entries(reply.headers).map(([name, value]) => `< ${headerLine(name, value, secrets.quote)}`),
      )
      pending.delete(exchange)
    }
    if (event.kind === 'failure') {
      const { exchange, isCanceled, milliseconds } = event
      await lineOf(exchange)(`< ${isCanceled ? 'canceled' : 'no response'}, ${milliseconds}ms`)
      pending.delete(exchange)
    }
  }
}

const entries = (headers: HttpReply['headers']) => Object.entries(headers)

function attemptLine({ problem, tries, maxTries, wait, givenUp }: Attempt, secrets: Secrets): string {
  const endings = {
    tries: 'giving up',
    wait: `giving up: the wait would be ${lasting(wait)}`,
    budget: 'giving up: too many failures in this run',
  }
  const end = givenUp ? endings[givenUp] : `retry in ${lasting(wait)}`
  return `attempt ${tries} of ${maxTries}: ${problem.sentence.mask(secrets.quote)}; ${end}`
}

function reasonOf(problem: unknown, secrets: Secrets): string {
  return problem instanceof KivaError ? problem.sentence.mask(secrets.quote) : String(problem)
}

function sizeOf({ body, transfer }: HttpReply): string {
  const packed = transfer && transfer.bytes !== body.byteLength ? ` (${transfer.bytes} compressed)` : ''
  return `${body.byteLength} ${body.byteLength === 1 ? 'byte' : 'bytes'}${packed}`
}

function timeOf({ transfer, cacheAge }: HttpReply, milliseconds: number): string {
  const head = transfer ? ` (headers after ${transfer.untilHead}ms)` : ''
  return `${milliseconds}ms${head}${cacheAge === undefined ? '' : `, from cache, ${age(cacheAge)} old`}`
}
