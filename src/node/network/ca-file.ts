import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { KivaError } from '../../core/errors.ts'
import { reasonOf } from '../files/file-permissions.ts'

/** Returns the text of a PEM file with a certificate. Throws `KivaError` of kind `config`. */
export async function readCaFile(path: string): Promise<string> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new KivaError('config', `cannot read the CA file ${path}: ${reasonOf(cause)}`, {
      cause,
      hint: 'Check --ca-file or KIVA_CA_FILE.',
    })
  }
  if (holdsCertificate(text)) return text
  throw new KivaError('config', `no valid PEM certificate in the CA file ${path}`, {
    hint: 'A PEM certificate begins with the line -----BEGIN CERTIFICATE-----.',
  })
}

/**
 * Returns whether the first certificate of a PEM text is readable.
 * TLS would ignore an unreadable one and trust nothing.
 */
function holdsCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0
  } catch {
    return false
  }
}
