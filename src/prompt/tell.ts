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
    throw cause instanceof ReaderGone ? noReader() : cause
  }
  if (stderr.isGone) throw noReader()
}

const noReader = () =>
  new KivaError('auth', 'cannot show the login instructions: stderr is closed', {
    hint: (kiva) => `Without a terminal, use ${kiva('login --start')}, then ${kiva('login --finish')}.`,
  })
