import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'
import { type AskPort, ask } from './ask.ts'
import type { Client } from './credentials.ts'
import { readEntries } from './credentials-file.ts'
import { clientFromEnvironment } from './environment.ts'

/**
 * The application to log in with: from the environment, else from an earlier login to that origin, else asked for.
 * Never from the command line, which other users of a machine can read. Its secret is registered for masking.
 */
export async function resolveClient(
  context: AskPort & Pick<Context, 'env' | 'readFile' | 'store' | 'secrets'>,
  apiOrigin: string,
): Promise<Client> {
  const client =
    (await clientFromEnvironment(context)) ??
    (await earlierClient(context, apiOrigin)) ??
    (await asked(context))
  context.secrets.add(client.clientSecret)
  return client
}

async function earlierClient(
  context: Pick<Context, 'store' | 'secrets'>,
  apiOrigin: string,
): Promise<Client | undefined> {
  const entry = (await readEntries(context))[apiOrigin]
  return entry && { clientId: entry.client_id, clientSecret: entry.client_secret ?? '' }
}

async function asked(context: AskPort): Promise<Client> {
  if (!context.stdin.isTerminal) {
    throw new KivaError('config', 'No application to log in with is known', {
      hint: 'Set KIVA_CLIENT_ID and KIVA_CLIENT_SECRET (or …_FILE), as the developer dashboard gave them; or run kiva --sandbox login, which needs none.',
    })
  }
  const clientId = await ask(context, {
    prompt: 'Client id of your application: ',
    refuse: (answer) => (answer === '' ? 'An application has a client id.' : undefined),
  })
  const clientSecret = await ask(context, {
    prompt: 'Client secret (not shown, empty if it has none): ',
    echo: false,
  })
  return { clientId, clientSecret }
}
