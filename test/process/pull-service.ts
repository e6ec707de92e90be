/** Pulls into a mirror from a sandbox behind a server of the test, which can hold, change and break replies. */
import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { kivaHere as kiva } from '../support/here.ts'
import type { Env } from '../support/process.ts'
import { type RunningSandbox, startSandbox } from '../support/sandbox.ts'
import { onClose, serveHttp } from '../support/servers.ts'

export const me = 'robin1001'

/** Gets the sandbox's reply, and returns true if it has sent another one. */
export type Interfere = (
  path: string,
  response: ServerResponse,
  reply: { readonly status: number; readonly body: string },
) => boolean

export interface Between {
  readonly env: Env
  /** The paths of all requests. */
  readonly asked: string[]
  interfere: Interfere
  /** The clock of the service, for the `Date` of its replies. Without it they have none, as many tests move the days. */
  date: (() => number) | undefined
  /** Puts another sandbox behind the same address. */
  move(words: readonly string[]): Promise<RunningSandbox>
}

export const isDetails = (path: string) => /^\/v1\/loans\/\d/.test(path)
export const idsOf = (path: string) => (/loans\/([\d,]+)/.exec(path)?.[1] ?? '').split(',').map(Number)

/** Serves a sandbox through a server of the test. `now` is its clock. */
export async function serveBetween(words: readonly string[], now: () => number = Date.now): Promise<Between> {
  const asked: string[] = []
  const open = async (more: readonly string[]) => {
    const sandbox = await startSandbox(['--http', ...more], { now })
    onClose(() => void sandbox.stop())
    return sandbox
  }
  let sandbox = await open(words)
  const between: Pick<Between, 'interfere' | 'move' | 'date'> = {
    interfere: () => false,
    date: undefined,
    move: async (more) => {
      sandbox = await open(more)
      return sandbox
    },
  }
  const url = await serveHttp(async (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    response.sendDate = false
    if (between.date) response.setHeader('date', new Date(between.date()).toUTCString())
    const reply = await fetch(sandbox.base_url + path)
    const body = await reply.text()
    if (between.interfere(path, response, { status: reply.status, body })) return
    const kept = [...reply.headers].filter(([name]) => /^(content-type|x-)/.test(name))
    response.writeHead(reply.status, Object.fromEntries(kept)).end(body)
  })
  const env = { KIVA_BASE_URL: url, KIVA_APP_ID: 'org.example.pull', KIVA_LENDER: me }
  return Object.assign(between, { asked, env })
}

export async function pull(env: Env, ...words: readonly string[]) {
  const ended = await kiva(['mirror', 'pull', ...words], env)
  return { ...ended, done: ended.stdout === '' ? undefined : JSON.parse(ended.stdout) }
}

export async function sql(env: Env, statement: string): Promise<readonly (readonly unknown[])[]> {
  const { code, stdout, stderr } = await kiva(['sql', statement, '-o', 'json'], env)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout).map((row: object) => Object.values(row))
}

export const jsonAt = async (url: string) => JSON.parse(await (await fetch(url)).text())

export const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error
