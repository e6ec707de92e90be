/**
 * `--mirror`: answers from the store as the service would, behind the same interface as the network. What the store does
 * not have is refused, and never made up.
 */
import type { Catalogue } from '../api/endpoint.ts'
import { problemOf } from '../api/wire/problem.ts'
import { KivaError } from '../core/errors.ts'
import type { Send } from '../core/http.ts'
import { notMirrored } from './lists.ts'
import { type MigrationPorts, openStoreFile } from './migrate.ts'
import { createMirror } from './serve-mirror.ts'
import { readStore } from './store.ts'

/**
 * Returns a `Send` that answers from the store. It throws `KivaError` of kind `refused` for what is not mirrored. Throws
 * `KivaError` of kind `config` if there is no store.
 */
export async function openMirror(
  world: MigrationPorts & { readonly now: () => number },
  catalogue: Catalogue,
): Promise<Send> {
  const handle = createMirror(readStore(await openStoreFile(world)), catalogue, world.now)
  return async (request, signal) => {
    signal.throwIfAborted()
    const reply = await handle(request)
    if (reply.status !== notMirrored) return reply
    // The refusal says what is missing.
    throw new KivaError(
      'refused',
      problemOf(reply, world.now())?.sentence ?? 'the mirror does not have this',
      {
        hint: (kiva) =>
          `It has loans, field partners and the loans of @me, as ${kiva('mirror pull')} read them. Leave out --mirror to read from the service.`,
      },
    )
  }
}

/** Throws `KivaError` of kind `config` if there is no store that can be read. */
export const checkMirror = async (ports: MigrationPorts): Promise<void> =>
  readStore(await openStoreFile(ports)).close()

/**
 * Returns whom `@me` stands for in the mirror: the lender whose list a pull read last, else `lender`, that of the settings.
 * Throws `KivaError` of kind `auth` if there is neither, and of kind `config` if there is no store.
 */
export async function findMirrorMe(ports: MigrationPorts, lender: string | undefined): Promise<string> {
  const store = readStore(await openStoreFile(ports))
  const [pulled] = store.database.prepare('SELECT id FROM my_lists ORDER BY read_at DESC').get() ?? []
  store.close()
  if (typeof pulled === 'string') return pulled
  if (lender !== undefined) return lender
  throw new KivaError('auth', 'no lender id for @me: the mirror has no list of your loans', {
    hint: (kiva) =>
      `Log in with ${kiva('login')}, or name the lender with ${kiva('config set lender <lender id>')}. Then ${kiva('mirror pull')} reads the list.`,
  })
}
