/** A row of the fault table: a fault, and the expected outcome of the run. */

import type { ServerResponse } from 'node:http'
import type { Env } from '../../support/process.ts'
import { serveHttp } from '../../support/servers.ts'
import { untilRead } from '../../support/sockets.ts'

/** The service and environment of a run. */
export interface Place {
  /** Without it, no --base-url is passed. */
  readonly baseUrl?: string
  readonly env?: Env
  /** Added after the words of the row. */
  readonly words?: readonly string[]
  /** Files of test/support that the run preloads. */
  readonly preload?: readonly string[]
  /** Resolves when the run has reached the fault. */
  readonly reached?: Promise<unknown>
  /** Waits until the run has read what the service sent when it was reached. */
  readonly settle?: () => Promise<void>
  /**
   * Without `reached`: the output of `-v` to wait for. Default: the request line, because `-v` prints nothing
   * while a name is looked up or a connection is made.
   */
  readonly tells?: RegExp
  /** Shell code that runs before the tool. */
  readonly before?: string
  /** Further checks after the run. */
  readonly check?: () => void
}

export interface Row {
  readonly name: string
  readonly place: () => Promise<Place>
  /** Replaces {@link usualWords}. */
  readonly words?: readonly string[]
  readonly input?: string
  /** A redirection of the shell, such as `>/dev/full`. */
  readonly redirect?: string
  /** The stream whose reader closes before the tool writes. */
  readonly deaf?: 'stdout' | 'stderr'
  /** The seconds of --timeout. They pass when the run has reached the fault. */
  readonly timeout?: string
  /** Sent when the run has reached the fault. */
  readonly signal?: NodeJS.Signals
  /** The exit code that a shell sees. */
  readonly code: number
  /** The exit code in the error, if it differs. */
  readonly exitCode?: number
  /** The number of records on stdout. Default: 0. */
  readonly records?: number
  /** Matches a line on stderr before the error. */
  readonly note?: RegExp
  /** Matches the message and hint of the error. */
  readonly says?: RegExp
}

export const usualWords: readonly string[] = ['loans', 'newest', '-o', 'json']

/** Credentials in the environment of every run. No output may contain the secrets among them. */
export const secrets = {
  KIVA_CLIENT_ID: 'org.example.app',
  KIVA_CLIENT_SECRET: 'secret-of-the-client',
  KIVA_OAUTH_TOKEN: 'token-of-the-user',
  KIVA_OAUTH_TOKEN_SECRET: 'secret-of-the-token',
} as const satisfies Env

/** A service that passes each response to `answer`. */
export const service = (answer: (response: ServerResponse) => void) => async (): Promise<Place> => {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const baseUrl = await serveHttp((_, response) => {
    answer(response)
    reach()
  })
  return { baseUrl, reached, settle: () => untilRead(baseUrl) }
}

/** A reply of half a megabyte. */
export const manyLoans = JSON.stringify({
  loans: Array.from({ length: 500 }, (_, id) => ({ id, name: 'x'.repeat(1000) })),
})
const perPage = 3

/** One of the two pages of a list of six loans. */
export function pageOfTwo(page: number): string {
  const loans = Array.from({ length: perPage }, (_, at) => ({
    id: (page - 1) * perPage + at + 1,
    name: 'Đặng',
  }))
  return JSON.stringify({ paging: { page, total: 6, page_size: perPage, pages: 2 }, loans })
}

/** A service with a good first page, which passes the response of the second page to `answer`. */
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
  return { baseUrl, reached, settle: () => untilRead(baseUrl) }
}
