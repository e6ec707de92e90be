import type { Context } from '../context.ts'
import { KivaError, ReaderGone } from '../errors.ts'

/**
 * Says on stderr what a login cannot go on without, with `--quiet` too. Elsewhere a lost stderr changes nothing; here it
 * leaves nobody to talk to: throws `KivaError` of kind `auth`.
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
