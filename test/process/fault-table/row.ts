/** A row of the fault table: what stands in the way of a run, and what must come of it. */

import type { ServerResponse } from 'node:http'
import type { Env } from '../../support/process.ts'
import { serveHttp } from '../../support/servers.ts'

/** What the tool is pointed at. */
export interface Place {
  /** Left out where the words name no service. */
  readonly baseUrl?: string
  readonly env?: Env
  /** After the words of the row. */
  readonly words?: readonly string[]
  /** Resolves when the run has got as far as it can. */
  readonly reached?: Promise<unknown>
  /** Without `reached`: what `-v` says then. The request, where it is left out: nothing tells of names and connections. */
  readonly tells?: RegExp
  /** Of the shell, before it starts the tool. */
  readonly before?: string
  /** What else must be so in the end. */
  readonly check?: () => void
}

export interface Row {
  readonly name: string
  readonly place: () => Promise<Place>
  /** In place of {@link usualWords}. */
  readonly words?: readonly string[]
  readonly input?: string
  /** Of the shell that starts it, such as `>/dev/full`. */
  readonly redirect?: string
  /** The reader of this stream has gone before anything was written. */
  readonly deaf?: 'stdout' | 'stderr'
  /** Sent when the place was reached. */
  readonly signal?: NodeJS.Signals
  /** The exit code, as a shell tells it. */
  readonly code: number
  /** That the error tells, where it is another one. */
  readonly exitCode?: number
  /** Whole records on stdout; none where it is left out. */
  readonly records?: number
  /** A line that stderr tells before the error. */
  readonly note?: RegExp
  /** In the message and the hint of the error. */
  readonly says?: RegExp
}

export const usualWords: readonly string[] = ['loans', 'newest', '-o', 'json']

/** As long as the environment has them, nothing may print them. */
export const secrets = {
  KIVA_CLIENT_ID: 'org.example.app',
  KIVA_CLIENT_SECRET: 'secret-of-the-client',
  KIVA_OAUTH_TOKEN: 'token-of-the-user',
  KIVA_OAUTH_TOKEN_SECRET: 'secret-of-the-token',
} as const satisfies Env

/** A service that does the same with every request. */
export const service = (answer: (response: ServerResponse) => void) => async (): Promise<Place> => {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const baseUrl = await serveHttp((_, response) => {
    answer(response)
    reach()
  })
  return { baseUrl, reached }
}

/** Half a megabyte in one answer. */
export const manyLoans = JSON.stringify({
  loans: Array.from({ length: 500 }, (_, id) => ({ id, name: 'x'.repeat(1000) })),
})
const perPage = 3

/** A page of a list of six loans, on two pages. */
export function pageOfTwo(page: number): string {
  const loans = Array.from({ length: perPage }, (_, at) => ({
    id: (page - 1) * perPage + at + 1,
    name: 'Đặng',
  }))
  return JSON.stringify({ paging: { page, total: 6, page_size: perPage, pages: 2 }, loans })
}

/** A service whose first page is good, and whose second one is what is wrong. */
export const secondPage = (answer: (response: ServerResponse) => void) => async (): Promise<Place> => {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const baseUrl = await serveHttp(({ url = '' }, response) => {
    if (!url.includes('page=2')) return void response.end(pageOfTwo(1))
    answer(response)
    reach()
  })
  return { baseUrl, reached }
}
