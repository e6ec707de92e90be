/** What a service says of itself on its pages and in its OpenAPI document, as a value. */
import type { Endpoint } from '../api/endpoint.ts'
import { preferencesPath } from '../api/gaps.ts'

export interface Site {
  /** A noun for titles and errors: `sandbox`. */
  readonly name: string
  /** What its records are, for the top of each page. */
  readonly about: string
  /** Begins the index page. */
  readonly intro: string
  /** Begins the OpenAPI document. */
  readonly description: string
  /** Path of the page where users manage applications. Absent without logins. */
  readonly preferences?: string
  /** Whether requests are limited and maintenance happens. */
  readonly isLimited: boolean
  /** Returns errors of its own, by status. */
  readonly refusals?: (endpoint: Endpoint) => Readonly<Record<number, string>>
  /** Returns whether pages can link to a path such as `/loans/search`. Default: all paths. */
  readonly has?: (path: string) => boolean
}

export const sandboxSite: Site = {
  name: 'sandbox',
  about: 'Made-up people, made-up money',
  intro: 'All endpoints of the API, with made-up data. The same seed and day always give the same data.',
  description: 'Every endpoint of the data API in every format.',
  preferences: preferencesPath,
  isLimited: true,
}

/** Path of the OpenAPI document. */
export const openApiPath = '/openapi.json'
