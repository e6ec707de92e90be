/**
 * Pulls from a service that lies at random, again and again, and prints what is wrong in the end: a loan that is neither
 * stored nor noted as not yet known, and a number of loans that a lie has left. A test bundles it, and starts it on a Node.js that has SQLite. Its arguments are the
 * data folder, the first seed and the number of seeds.
 */
import { join } from 'node:path'
import { actionLoaders } from '../../src/actions/index.ts'
import { loanStatuses } from '../../src/api/records/closed-sets.ts'
import { at } from '../../src/api/records/field-values.ts'
import { commands } from '../../src/commands/index.ts'
import type { HttpReply, Send } from '../../src/core/http.ts'
import type { Json } from '../../src/core/json.ts'
import { day } from '../../src/core/time.ts'
import { main } from '../../src/main.ts'
import { readStore } from '../../src/mirror/store.ts'
import { databaseFile } from '../../src/node/store/database.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { type Random, seedRandom } from '../../src/sandbox/marketplace/random.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { makeWorld, noon } from '../harness/world.ts'

const { catalogue } = commands
const size = 130
const first = 2_100_001
const all = Array.from({ length: size }, (_, at) => first + at)

let clock = noon
const now = () => clock
const fresh = sendTo(createSandbox({ catalogue, now: () => noon, loans: size }).handle)
const replies = new Map<string, Promise<HttpReply>>()
/** The sandbox stands still, so it answers the same request once. */
const sandbox: Send = (request, signal) => {
  const known = replies.get(request.url) ?? fresh(request, signal).then(undated)
  replies.set(request.url, known)
  return known
}

/** Its clock stands still too. */
const undated = ({ headers: { date: _, ...headers }, ...reply }: HttpReply): HttpReply => ({
  ...reply,
  headers,
})

interface Loans {
  readonly loans?: readonly Readonly<Record<string, unknown>>[]
  readonly paging?: Json
}

const jsonOf = ({ body }: HttpReply): Loans => JSON.parse(new TextDecoder().decode(body))
const reply = (value: unknown, status = 200): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(value)),
})

const lies = [
  'empty',
  'null',
  'not found',
  'others',
  'no id',
  'wild',
  'first page',
  'no page',
  'some',
  'count',
] as const

/** Whether each lie about loans leaves out some of them. */
let leavesOut = false

/** Lies in a part of the replies. A request for the loan `poison` is never answered. */
function liar(random: Random, share: number, told: Map<string, number>, poison?: number): Send {
  return async (request, signal) => {
    const url = new URL(request.url)
    const ask = async (path: string) => sandbox({ ...request, url: `${url.origin}${path}` }, signal)
    const notFound = () => reply({ code: 'org.kiva.NotFound', message: 'Not found' }, 404)
    if (url.pathname.includes('/partners')) return reply({ partners: [{ id: 1, countries: [] }] })
    const isList = url.pathname.includes('/search') || url.pathname.endsWith('/loans.json')
    if (!isList && !/\/loans\/\d/.test(url.pathname)) return sandbox(request, signal)
    if (url.searchParams.has('status') && random.chance(share)) {
      told.set('count', (told.get('count') ?? 0) + 1)
      return reply({
        loans: [],
        paging: { page: 1, total: random.pick([0, 38, 100, 383]), page_size: 20, pages: 1 },
      })
    }
    const ids = isList ? [] : url.pathname.split('/').at(-1)?.replace('.json', '').split(',').map(Number)
    if (poison !== undefined && ids?.includes(poison)) return notFound()
    if (!random.chance(share)) return sandbox(request, signal)
    const lie = isList ? random.pick(lies) : leavesOut ? 'some' : random.pick(lies)
    if (lie === 'count' || (lie === 'some' && isList)) return sandbox(request, signal)
    told.set(lie, (told.get(lie) ?? 0) + 1)
    if (lie === 'empty') return reply({ loans: [] })
    if (lie === 'null') return reply({ loans: null })
    if (lie === 'not found') return notFound()
    if (isList) {
      url.searchParams.delete('page')
      if (lie === 'first page') return ask(`${url.pathname}${url.search}`)
      if (lie === 'no page') {
        const { loans } = jsonOf(await ask(`${url.pathname}${url.search}`))
        return reply({ loans })
      }
      const { loans = [], paging } = jsonOf(await sandbox(request, signal))
      return reply({
        loans: [{ id: lie === 'wild' ? 10 ** 15 + random.below(3) * 10 ** 6 : 0 }, ...loans],
        paging,
      })
    }
    if (lie === 'some') {
      const { loans = [] } = jsonOf(await sandbox(request, signal))
      return reply({ loans: loans.filter(() => !random.chance(0.25)) })
    }
    if (lie === 'no id') {
      const { loans = [] } = jsonOf(await sandbox(request, signal))
      return reply({ loans: loans.map((loan, at) => (at % 7 === 3 ? { ...loan, id: 0 } : loan)) })
    }
    const others = all.filter((id) => !ids?.includes(id)).slice(0, 20)
    return ask(`/v1/loans/${others}.json`)
  }
}

async function pull(folder: string, send: Send, words: readonly string[]) {
  const { world, stdout, stderr } = makeWorld({
    env: { KIVA_BASE_URL: 'https://api.example', KIVA_RETRIES: '0', KIVA_LENDER: 'robin1001' },
    now,
    send,
    world: {
      database: async (name) => databaseFile(folder, name),
      sleep: async (milliseconds) => {
        clock += milliseconds
      },
    },
  })
  const line = ['mirror', 'pull', '-o', 'json', ...words]
  const code = await main(line, world, {
    catalogue,
    loadAll: async () => ({ commands, actions: actionLoaders }),
  })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

const { paging } = jsonOf(
  await sandbox(
    { method: 'GET', url: `https://api.example/v1/loans/search.json?status=${loanStatuses}`, headers: {} },
    new AbortController().signal,
  ),
)
const total = at(paging ?? null, 'total')
const [, , data = '', from = '0', count = '1'] = process.argv
const wrong: unknown[] = []
const codes = new Map<number, number>()
const told = new Map<string, number>()
let state: unknown
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const random = seedRandom(seed)('lies', 0)
  const folder = join(data, String(seed))
  const share = 0.1 + 0.6 * random.next()
  const poison = random.chance(0.3) ? all[random.below(size)] : undefined
  clock = noon
  const until = 1 + random.below(5)
  leavesOut = random.chance(0.5)
  let settled = -1
  let last = { code: 0, stdout: '', stderr: '' }
  for (let pulls = 0; pulls < 60 && settled < 0; pulls++) {
    const isLying = pulls < until
    const words = isLying && random.chance(0.5) ? ['--requests', String(4 + random.below(40))] : []
    last = await pull(folder, liar(random, isLying ? share : 0, told, poison), words)
    codes.set(last.code, (codes.get(last.code) ?? 0) + 1)
    clock += random.chance(0.5) ? day : day / 24
    if (isLying) continue
    const unknown = readStore(databaseFile(folder, 'mirror')).database
    const ids = new Set(
      unknown
        .prepare('SELECT id FROM loans')
        .all()
        .map(([id]) => id),
    )
    const unproven = unknown
      .prepare('SELECT id FROM unproven')
      .all()
      .map(([id]) => id)
    const [listed] = unknown.prepare("SELECT value FROM store WHERE key = 'listed'").get() ?? []
    unknown.close()
    const lost = all.filter((id) => !ids.has(id))
    state = { lost, listed, total, unproven }
    // A service that never answers for one id leaves that one alone, as not yet known.
    if (
      lost.every((id) => id === poison && unproven.includes(id)) &&
      unproven.length === lost.length &&
      listed === total
    )
      settled = pulls
  }
  if (settled < 0 || settled > until + 40) wrong.push({ seed, poison, until, lost: state, ...last })
}
process.stdout.write(JSON.stringify({ wrong, codes: [...codes], told: Object.fromEntries(told) }))
