/** The settings that depend on what the mirror has: its file is opened for them, so only runs with a mirror load this. */
import { sandboxOrigin } from '../api/origins.ts'
import type { ResolvedSettings } from '../cli/settings/resolve-settings.ts'
import type { World } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { isLoopback, type Origin } from '../core/origin.ts'
import { readStore, storeName } from '../mirror/store.ts'

/** Returns the settings of a run over the mirror: records of the sandbox are made up, and have no website. */
export async function withOrigin(
  settings: ResolvedSettings,
  world: Pick<World, 'database'>,
): Promise<ResolvedSettings> {
  const origin = await originOf(world)
  if (origin === sandboxOrigin) return { ...settings, isMadeUp: true, site: undefined }
  // A sandbox that is served on this machine has pages of its own.
  return origin !== undefined && isLoopback(new URL(origin).hostname)
    ? { ...settings, site: origin as Origin }
    : settings
}

/** Returns the origin of the records. The first request tells why there are none. */
async function originOf(world: Pick<World, 'database'>): Promise<string | undefined> {
  try {
    const store = readStore(await world.database(storeName))
    const origin = store.origin()
    store.close()
    return origin
  } catch (problem) {
    if (problem instanceof KivaError) return undefined
    throw problem
  }
}
