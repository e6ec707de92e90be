import { type ErrorKind, KivaError } from '../../src/core/errors.ts'

/** Returns the `KivaError` that a promise rejects with, of `kind` if given. Throws if it ends otherwise. */
export async function kivaErrorOf(promise: Promise<unknown>, kind?: ErrorKind): Promise<KivaError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (error instanceof KivaError && error.kind === (kind ?? error.kind)) return error
  throw new Error(`no KivaError of kind ${kind ?? 'any'}`, { cause: error })
}
