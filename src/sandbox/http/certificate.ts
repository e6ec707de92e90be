/** The only door to selfsigned: a certificate for this machine's own names, made at start. */
import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM. The key stays in memory. */
  readonly key: string
  readonly cert: string
}

/** How long a certificate is good for, in milliseconds. */
export const certificateLifetime = 7 * 24 * 60 * 60 * 1000

/** Self-signed, for `localhost`, `127.0.0.1` and `::1`; usable as its own authority. `now` in milliseconds. */
export async function makeCertificate(now: number): Promise<Certificate> {
  const day = 24 * 60 * 60 * 1000
  const made = await generate([{ name: 'commonName', value: 'kiva sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A clock that is a little slow must not reject it.
    notBeforeDate: new Date(now - day),
    notAfterDate: new Date(now + certificateLifetime),
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
