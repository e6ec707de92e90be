/** Checks a log against HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */
import { expect } from 'vitest'

interface Pair {
  readonly name: string
  readonly value: string
}

export interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: readonly Pair[]
    readonly queryString: readonly Pair[]
    readonly postData?: { readonly mimeType: string; readonly text: string }
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly Pair[]
    readonly redirectURL: string
    readonly content: {
      readonly size: number
      readonly compression?: number
      readonly mimeType: string
      readonly text?: string
      readonly encoding?: string
      readonly comment?: string
    }
    readonly bodySize: number
  }
  readonly timings: Readonly<Record<string, number>>
  readonly comment?: string
}

const text = expect.any(String)
const number = expect.any(Number)
const list = expect.any(Array)

/** Returns the entries of a log. Throws if the log lacks a field that the format requires. */
export function readHar(log: string | undefined): readonly HarEntry[] {
  const { log: har } = JSON.parse(log ?? '')
  expect(har).toEqual({ version: '1.2', creator: { name: 'kiva', version: text }, entries: list })
  for (const entry of har.entries) {
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      time: number,
      cache: {},
      timings: { send: number, wait: number, receive: number },
      request: {
        method: text,
        url: text,
        httpVersion: text,
        cookies: list,
        headers: list,
        queryString: list,
        headersSize: number,
        bodySize: number,
      },
      response: {
        status: number,
        statusText: text,
        httpVersion: text,
        cookies: list,
        headers: list,
        content: { size: number, mimeType: text },
        redirectURL: text,
        headersSize: number,
        bodySize: number,
      },
    })
    const known = Object.values<number>(entry.timings).filter((each) => each !== -1)
    expect(known.every((each) => each >= 0)).toBe(true)
    expect(known.reduce((sum, each) => sum + each, 0)).toBe(entry.time)
    const { headers, queryString } = entry.request
    for (const pair of [...headers, ...queryString, ...entry.response.headers])
      expect(pair).toEqual({ name: text, value: text })
  }
  return har.entries
}
