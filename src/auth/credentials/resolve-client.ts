import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import type { Origin } from '../../ports/origin.ts'
import { type AskPort, ask, canAsk } from '../../prompt/ask.ts'
import type { Client } from './client.ts'
import { readEntries } from './credentials-file.ts'
import { clientFromEnvironment } from './environment.ts'

/**
 * Returns the application to log in with: from the environment, else from an earlier login to that origin,
 * else from a prompt. Never from the command line, which other users of the machine can read. Its secret is
 * registered for masking.
 */
export async function resolveClient(
  context: AskPort & Pick<Context, 'env' | 'readFile' | 'store' | 'secrets'>,
  apiOrigin: Origin,
): Promise<Client> {
  const client =
    (await clientFromEnvironment(context)) ??
    (await earlierClient(context, apiOrigin)) ??
    (await askForClient(context))
  context.secrets.add(client.clientSecret)
  return client
}

async function earlierClient(
  context: Pick<Context, 'store' | 'secrets'>,
  apiOrigin: Origin,
): Promise<Client | undefined> {
  const entry = (await readEntries(context))[apiOrigin]
  return entry && { clientId: entry.client_id, clientSecret: entry.client_secret ?? '' }
}

const hint = 'kiva --sandbox login needs no application.'

async function askForClient(context: AskPort): Promise<Client> {
  if (!canAsk(context)) {
    throw new KivaError('config', 'client id and secret are not set', {
      hint: 'Set KIVA_CLIENT_ID and KIVA_CLIENT_SECRET (or …_FILE), or try kiva --sandbox login, which needs none.',
    })
  }
  const clientId = await ask(context, {
    text: 'Client id of your application: ',
    refuse: (line) => (line === '' ? 'the client id is empty' : undefined),
    hint,
  })
  const clientSecret = await ask(context, {
    text: 'Client secret (not shown, empty for none): ',
    echo: false,
    hint,
  })
  return { clientId, clientSecret }
}
