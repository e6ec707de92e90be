import type { Context } from '../context.ts'
import { KivaError, ReaderGone } from '../errors.ts'

/**
 * Writes to stderr what the user must read to log in, with `--quiet` too. Throws `KivaError` of kind `auth` if nobody
 * reads stderr any more, because the user could not go on.
 */
export async function tell({ stderr }: Pick<Context, 'stderr'>, text: string): Promise<void> {
  try {
    await stderr.write(text, 'people')
  } catch (cause) {
    throw cause instanceof ReaderGone ? nobodyThere() : cause
  }
  if (stderr.isGone) throw nobodyThere()
}

const nobodyThere = () =>
  new KivaError('auth', 'Nobody reads stderr, where a login tells what to do', {
    hint: (kiva) =>
      `Without a terminal take two steps: ${kiva('login --start')}, then ${kiva('login --finish')}.`,
  })
