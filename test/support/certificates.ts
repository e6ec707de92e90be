import { generate } from 'selfsigned'

const day = 24 * 60 * 60 * 1000

/** Makes a self-signed CA certificate for one name. By default it is valid for a day before and after now. */
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
