import { findCredentials } from '../../auth/credentials/credentials.ts'
import { nameOf } from '../../auth/origin.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { commandLine } from '../../shell-word.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Reports the token's source and its service, never the token. */
export async function examineLogin(context: Context): Promise<readonly Finding[]> {
  try {
    const found = await findCredentials(context)
    if (found) return [ok('login', `to ${nameOf(found.apiOrigin)}, from the ${sources[found.source]}`)]
    return [
      ok(
        'login',
        `not logged in to ${nameOf(context.settings.baseUrl)}: use ${commandLine(context.settings, 'login')}`,
      ),
    ]
  } catch (error) {
    if (error instanceof KivaError) return [problem('login', error, context)]
    throw error
  }
}

const sources = { environment: 'environment', file: 'credential file' } as const
