/** A sandbox for tests: they send request lines and get the replies as text. */
import { type Endpoint, pathNames } from '../../src/api/endpoint.ts'
import { catalogue } from '../../src/commands/catalogue.ts'
import type { Served } from '../../src/core/http.ts'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { users } from '../../src/sandbox/oauth/provider-state.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts'

export const now = Date.parse('2026-03-14T15:09:26Z')
export const origin = 'https://sandbox.test'

export function openSandbox(options: Partial<SandboxOptions> = {}): Sandbox {
  return createSandbox({ catalogue, loans: 300, now: () => now, ...options })
}

/** Accepts every request as signed by Robin. */
export const asRobin = async () => ({ account: users[0].account })

export interface Reply extends Omit<Served, 'body'> {
  readonly text: string
}

export async function ask(sandbox: Sandbox, path: string, method = 'GET'): Promise<Reply> {
  const { body, ...reply } = await sandbox.handle({ method, url: origin + path, headers: {} })
  return { ...reply, text: new TextDecoder().decode(body) }
}

export type Tree = Readonly<Record<string, Json>>

export async function askJson(sandbox: Sandbox, path: string): Promise<Tree> {
  return JSON.parse((await ask(sandbox, path)).text)
}

/** The records of a list under their wrapper key. */
export async function list(sandbox: Sandbox, path: string, key: string): Promise<readonly JsonObject[]> {
  return recordsOf(await askJson(sandbox, path), key, path)
}

function recordsOf(tree: Tree, key: string, path: string): readonly JsonObject[] {
  const found = tree[key]
  if (!Array.isArray(found)) throw new Error(`${path} has no list ${key}`)
  return found as readonly JsonObject[]
}

/** Reads the records of all pages, as many as the first page reports. */
export async function everyPage(sandbox: Sandbox, path: string, key: string): Promise<readonly JsonObject[]> {
  const page = (number: number) => `${path}${path.includes('?') ? '&' : '?'}page=${number}`
  const first = await askJson(sandbox, page(1))
  const all: JsonObject[] = [...recordsOf(first, key, path)]
  const pages = Number((first['paging'] as JsonObject | undefined)?.['pages'] ?? 1)
  for (let number = 2; number <= pages; number++) all.push(...(await list(sandbox, page(number), key)))
  return all
}

const loansOf = new WeakMap<Sandbox, Promise<readonly JsonObject[]>>()

/** All loans in detail. They are read once, because a sandbox does not change. */
export function everyLoan(sandbox: Sandbox): Promise<readonly JsonObject[]> {
  const loans = loansOf.get(sandbox) ?? readLoans(sandbox)
  loansOf.set(sandbox, loans)
  return loans
}

async function readLoans(sandbox: Sandbox): Promise<readonly JsonObject[]> {
  const ids = sandbox.market.loans.map(({ index }) => 2100001 + index)
  const chunks = Array.from({ length: Math.ceil(ids.length / 50) }, (_, nth) =>
    ids.slice(nth * 50, nth * 50 + 50),
  )
  const lists = await Promise.all(
    chunks.map((chunk) => list(sandbox, `/v1/loans/${chunk.join()}.json`, 'loans')),
  )
  return lists.flat()
}

export const text = (value: Json | undefined): string => String(value ?? '')
export const at = (record: JsonObject, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((value, key) => (value as JsonObject | undefined)?.[key], record)

/** Returns the path of an endpoint with existing ids: `ids`, or those in its first example. */
export function examplePath({ path, examples }: Endpoint, ids?: string): string {
  const first = examples[0]?.match(/^[^\s-]+/)?.[0].replace(/["']/g, '') ?? ''
  const [name] = pathNames({ path })
  return `/v1${name === undefined ? path : path.replace(`:${name}`, ids ?? encodeURIComponent(first))}`
}
