/**
 * The paths of authorization. They are separate from their handlers, which are loaded with the first request.
 */
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
