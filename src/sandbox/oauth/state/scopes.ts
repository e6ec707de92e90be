/** The scopes that an application can ask a user to grant. */
import { knownScopes } from '../../../api/gaps.ts'

export type Scope = (typeof knownScopes)[number]

export const isScope = (name: string): name is Scope => (knownScopes as readonly string[]).includes(name)
