import { KivaError } from '../../errors.ts'

/**
 * Returns the content of a completion script that kiva wrote. Throws `KivaError` of kind `config` for any
 * other file.
 */
export function checkGenerated(path: string, content: Uint8Array | undefined): Uint8Array | undefined {
  if (content === undefined || Buffer.from(content).includes('# Completion of kiva for ')) return content
  throw new KivaError('config', `${path} was not created by kiva`, { hint: 'Move it away, then try again.' })
}
