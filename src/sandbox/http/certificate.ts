/** The only module that imports selfsigned: creates a certificate for this machine's own names at startup. */
import { generate } from 'selfsigned'

interface Certificate {
  /** In PEM format. The key stays in memory. */
  readonly key: string
  readonly cert: string
  /** How long it is valid unless it is made expired, in milliseconds. */
  readonly lifetime: number
}

const day = 24 * 60 * 60 * 1000

const lifetime = 7 * day

/**
 * Returns a self-signed certificate for `localhost`, `127.0.0.1` and `::1` that can serve as its own
 * certificate authority. `now` is in milliseconds. With `expired`, the certificate expired yesterday.
 */
export async function makeCertificate(now: number, { expired = false } = {}): Promise<Certificate> {
  const end = now + (expired ? -day : lifetime)
  const made = await generate([{ name: 'commonName', value: 'kiva sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Clients whose clock is slow must accept the certificate too.
    notBeforeDate: new Date(Math.min(now, end) - day),
    notAfterDate: new Date(end),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { key: made.private, cert: made.cert, lifetime }
}
