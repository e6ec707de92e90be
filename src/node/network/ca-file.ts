import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as tls from 'node:tls'
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
 * Returns options that trust the authorities of a PEM text and the default ones, which the option `ca` would replace.
 * Options of Node (--use-system-ca, --use-openssl-ca) and NODE_EXTRA_CA_CERTS change the default ones. Node lists only
 * some of them, but a context has them all and takes others, in Bun too.
 */
export async function trustAlso(pem: string): Promise<tls.ConnectionOptions> {
  const secureContext = tls.createSecureContext()
  // Before Node 22.15, which added this function, a context that takes others loses those of NODE_EXTRA_CA_CERTS.
  const extra = 'getCACertificates' in tls ? undefined : process.env['NODE_EXTRA_CA_CERTS']
  // Node itself warns of an unreadable file.
  if (extra) secureContext.context.addCACert(await readFile(extra, 'utf8').catch(() => ''))
  secureContext.context.addCACert(pem)
  return { secureContext }
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
