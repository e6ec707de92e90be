import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { KivaError } from '../../errors.ts'

/** Returns the text of a PEM file with a certificate. Throws `KivaError` of kind `config`. */
export async function readCaFile(path: string): Promise<string> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new KivaError('config', `The CA file ${path} cannot be read`, {
      cause,
      hint: 'Check --ca-file or KIVA_CA_FILE.',
    })
  }
  if (holdsCertificate(text)) return text
  throw new KivaError('config', `The CA file ${path} holds no PEM certificate that can be read`, {
    hint: 'It must be a text that begins with a line -----BEGIN CERTIFICATE-----, and whole.',
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
