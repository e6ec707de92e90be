import { generate } from 'selfsigned'

const day = 24 * 60 * 60 * 1000

/** A self-signed certificate, its own authority, for one name; by default valid for a day before and after now. */
export async function certificateFor(
  name: string,
  { from = Date.now() - day, until = Date.now() + day } = {},
): Promise<{ readonly key: string; readonly cert: string }> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(from),
    notAfterDate: new Date(until),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  })
  return { key: made.private, cert: made.cert }
}
