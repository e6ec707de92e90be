/** The addresses of authorization. Apart from what answers them, which is loaded when one is asked for. */
import { preferencesPath } from '../../api/gaps.ts'

export const providerPaths = [
  '/oauth/request_token',
  '/oauth/request_token.json',
  '/oauth/authorize',
  '/oauth/access_token',
  '/oauth/access_token.json',
  preferencesPath,
] as const

export type ProviderPath = (typeof providerPaths)[number]
