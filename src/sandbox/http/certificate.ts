/** The only door to selfsigned: a certificate for this machine's own names, made at start. */
import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM. The key stays in memory. */
  readonly key: string
  readonly cert: string
}

const day = 24 * 60 * 60 * 1000

/** How long a certificate is good for, in milliseconds. */
export const certificateLifetime = 7 * day

/**
 * Self-signed, for `localhost`, `127.0.0.1` and `::1`; usable as its own authority. `now` in milliseconds. An expired
 * one was good until yesterday.
 */
export async function makeCertificate(now: number, { expired = false } = {}): Promise<Certificate> {
  const end = now + (expired ? -day : certificateLifetime)
  const made = await generate([{ name: 'commonName', value: 'kiva sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A clock that is a little slow must not reject it.
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
  return { key: made.private, cert: made.cert }
}
