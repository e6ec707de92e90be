import { type ErrorKind, KivaError } from '../../src/errors.ts'

/** The `KivaError` that a promise ends in, of that kind where one is named. Throws where it ends otherwise. */
export async function kivaErrorOf(promise: Promise<unknown>, kind?: ErrorKind): Promise<KivaError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (error instanceof KivaError && error.kind === (kind ?? error.kind)) return error
  throw new Error(`no KivaError of kind ${kind ?? 'any'}`, { cause: error })
}
