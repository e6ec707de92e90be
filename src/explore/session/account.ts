import { findCredentials } from '../../auth/credentials/credentials.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'

/** Returns who is logged in: `robin1001`; '' without a login, or if the stored token cannot be read. Sends no request. */
export async function accountName(context: Context): Promise<string> {
  try {
    const account = (await findCredentials(context))?.entry?.account
    return account === undefined ? '' : context.secrets.quote(account.lender_id ?? account.name)
  } catch (error) {
    if (error instanceof KivaError) return ''
    throw error
  }
}
