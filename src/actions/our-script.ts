import { KivaError } from '../errors.ts'

/** The text of a script that is ours, or of none. Throws `KivaError` of kind `config` where it is somebody else's. */
export function checkOurs(path: string, text: string | undefined): string | undefined {
  if (text === undefined || text.includes('# Completion of kiva for ')) return text
  throw new KivaError('config', `${path} was not made by kiva`, { hint: 'Move it away, and try again.' })
}
