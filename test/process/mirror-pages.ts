/**
 * Asks the mirror and the sandbox for the same pages, and prints how many replies are equal and which are not. A test
 * bundles it, and starts it on a Node.js that has SQLite: a process of the tool for each of the 357 pages would take
 * minutes. Its argument is the data folder.
 */
import { isDeepStrictEqual } from 'node:util'
import { catalogue } from '../../src/commands/catalogue.ts'
import { openMirror } from '../../src/mirror/open-mirror.ts'
import { databaseFile } from '../../src/node/store/database.ts'
import { sendTo } from '../../src/sandbox/in-process.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'

const filters = [
  '',
  'status=fundraising',
  'status=funded',
  'status=paid',
  'status=in_repayment,ended_with_loss',
  'gender=female',
  'gender=male&status=paid',
  'region=af',
  'region=sa,as&gender=female',
  'country_code=ke,PE',
  'country_code=KE&sector=agriculture',
  'sector=food',
  'sector=Retail,Services&status=fundraising',
  'partner=104,106',
  'partner=104&status=in_repayment',
  'q=maize',
  'q=maize%20kenya&status=paid',
]
const orders = [
  'newest',
  'oldest',
  'popularity',
  'loan_amount',
  'expiration',
  'amount_remaining',
  'repayment_term',
]
const pages = [1, 3, 77]

const now = () => Date.now()
const [, , data = ''] = process.argv
const { signal } = new AbortController()
const ports = { signal, emit: () => {}, yieldToEvents: async () => {}, now }
const mirror = await openMirror({ ...ports, database: async (name) => databaseFile(data, name) }, catalogue)
const sandbox = sendTo(createSandbox({ catalogue, now }).handle)

const pageOf = async (send: typeof mirror, query: string): Promise<{ loans: readonly unknown[] }> => {
  const url = `https://api.example/v1/loans/search.json?${query}`
  const { status, body } = await send({ method: 'GET', url, headers: {} }, signal)
  const text = new TextDecoder().decode(body)
  if (status !== 200) throw new Error(`${query} was answered with ${status}: ${text}`)
  return JSON.parse(text)
}

let equal = 0
let records = 0
const different: string[] = []
for (const filter of filters)
  for (const order of orders)
    for (const page of pages) {
      const query = `${filter}&sort_by=${order}&page=${page}`
      const [ours, theirs] = [await pageOf(mirror, query), await pageOf(sandbox, query)]
      if (isDeepStrictEqual(ours, theirs)) equal += 1
      else different.push(query)
      records += theirs.loans.length
    }
process.stdout.write(JSON.stringify({ equal, records, different }))
