/**
 * The sandbox shares a catalogue with the tool. A service that shares nothing with either must lead to the
 * same requests, records, messages, failures and exit codes.
 */
import { expect, test } from 'vitest'
import { kivaHere } from '../support/here.ts'
import { startSandbox } from '../support/sandbox.ts'
import { type ServiceOptions, serveIndependently } from './independent-service.ts'

interface Result {
  readonly code: number
  readonly records: number
  readonly requests: number
}

interface Situation {
  readonly words: string
  readonly result: Result
  readonly input?: string
  /** The options of the independent service, and the `--fault` of the sandbox, that create the situation. */
  readonly independent?: ServiceOptions
  readonly fault?: string
}

const many = Array.from({ length: 105 }, (_, at) => 2100105 - at)

const comesTo = (code: number, records: number, requests: number): Result => ({ code, records, requests })

const situations: readonly Situation[] = [
  { words: 'loans search', result: comesTo(0, 20, 1) },
  { words: 'loans search --page 3', result: comesTo(0, 20, 1) },
  { words: 'loans search --page 6', result: comesTo(0, 5, 1) },
  { words: 'loans search --page 7', result: comesTo(0, 0, 1) },
  { words: 'loans search --all', result: comesTo(0, 105, 6) },
  { words: 'loans search --all --concurrency 1', result: comesTo(0, 105, 6) },
  { words: 'loans search --all --concurrency 8', result: comesTo(0, 105, 6) },
  { words: 'loans search --all --strict-paging', result: comesTo(0, 105, 6) },
  { words: 'loans search --page 4 --all', result: comesTo(0, 45, 3) },
  { words: 'loans search --limit 45', result: comesTo(0, 45, 3) },
  { words: 'loans search --limit 40', result: comesTo(0, 40, 2) },
  { words: 'loans search --limit 1000', result: comesTo(0, 105, 6) },
  { words: 'loans search --q nothing-like-it --all', independent: { loans: 0 }, result: comesTo(0, 0, 1) },
  { words: 'loans show 2100001,2100105 2100003', result: comesTo(0, 3, 1) },
  { words: 'loans show 2100001 99', result: comesTo(9, 1, 1) },
  { words: 'loans show 98 99', result: comesTo(5, 0, 1) },
  { words: 'loans show -', input: many.join('\n'), result: comesTo(0, 105, 3) },
  {
    words: 'loans show -',
    // Fifty unknown ids, which fill a request, between known ids.
    input: [...many.slice(0, 50), ...many.map((_, at) => 1 + at).slice(0, 50), 2100001].join(' '),
    result: comesTo(9, 51, 3),
  },
  { words: 'loans lenders 99 --all', result: comesTo(5, 0, 1) },
  {
    words: 'loans search --all --concurrency 1 --strict-paging',
    independent: { grow: [1, 1], loans: 94 },
    fault: 'growing-list',
    result: comesTo(9, 95, 5),
  },
  ...(
    [
      [{ faults: { 500: 1 } }, 'server-error=1', comesTo(6, 0, 3)],
      [{ faults: { maintenance: 1 } }, 'maintenance=1', comesTo(6, 0, 3)],
      [{ faults: { reset: 1 } }, 'reset=1', comesTo(7, 0, 3)],
      [{ faults: { cut: 1 } }, 'cut=1', comesTo(7, 0, 3)],
      [{ faults: { 'rate-limit-wait': 1 } }, 'rate-limit=1', comesTo(8, 0, 3)],
      [{ paging: false }, 'missing-paging', comesTo(0, 105, 7)],
      [{ paging: false, clamp: true }, 'missing-paging,repeated-pages', comesTo(0, 105, 7)],
      [{ clamp: true }, 'repeated-pages', comesTo(0, 105, 6)],
      [{ grow: [1, 1], loans: 94 }, 'growing-list', comesTo(0, 95, 5)],
    ] as const
  ).map(([independent, fault, result]) => ({
    words: 'loans search --all --concurrency 1 --retries 2',
    independent,
    fault,
    result,
  })),
]

interface Service {
  readonly url: string
  /** Ends the service. Returns its requests. */
  end(): Promise<readonly string[]>
}

async function serveSandbox(fault?: string): Promise<Service> {
  const words = ['-v', '--http', '--loans', '105']
  const { base_url, log, stop } = await startSandbox(
    fault === undefined ? words : [...words, '--fault', fault],
  )
  return {
    url: base_url,
    async end() {
      await stop()
      return log().match(/^GET \S+/gm) ?? []
    },
  }
}

async function serveOther(options: ServiceOptions = {}): Promise<Service> {
  const { url, log, close } = await serveIndependently({ loans: 105, ...options })
  return {
    url,
    async end() {
      const requests = await log()
      await close()
      return requests.map((line) => line.replace(/ \S+$/, ''))
    },
  }
}

/** Runs the tool against a service. Returns the results that must not depend on the service. */
async function resultsOf({ words, input }: Situation, service: Service) {
  const all = [...words.split(' '), '-o', 'ndjson', '--base-url', service.url]
  const { code, stdout, stderr } = await kivaHere(all, {}, input)
  const requests = await service.end()
  return {
    result: { code, records: stdout.split('\n').length - 1, requests: requests.length },
    told: stderr.replaceAll(service.url, 'URL').split('\n').map(ownWords),
    requests: requests.map((line) => line.slice(0, 200)).toSorted(),
  }
}

/** Removes from an error the parts that depend on the service: its message, and the seconds to wait. */
function ownWords(line: string): unknown {
  if (!line.startsWith('{')) return line
  const { kind, hint, code, exit_code } = JSON.parse(line).error
  return { kind, hint: hint?.replace(/\d+ seconds?/, 'so long'), code, exit_code }
}

test.concurrent.each(situations)('both services give the same result: $words $fault', async (situation) => {
  const [here, there] = await Promise.all([
    serveOther(situation.independent).then((service) => resultsOf(situation, service)),
    serveSandbox(situation.fault).then((service) => resultsOf(situation, service)),
  ])
  expect(there).toEqual(here)
  expect(there.result).toEqual(situation.result)
})
