/** TLS handshakes that fail, and certificates that must not be trusted. */

import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFor } from '../../support/certificates.ts'
import { onClose, serveBytes, serveHttp, serveHttps, serveSockets } from '../../support/servers.ts'
import { type Place, type Row, secrets } from './row.ts'

type Certificate = Awaited<ReturnType<typeof certificateFor>>

/** Writes a certificate to a temporary file for `--ca-file`. Returns its path. */
export async function caFileOf({ cert }: Pick<Certificate, 'cert'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiva-test-'))
  onClose(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'ca.pem')
  await writeFile(path, cert)
  return path
}

/** A service with this certificate. If `trusted`, the run gets the certificate as `--ca-file`. */
const secure =
  (
    make: () => Promise<Certificate>,
    { trusted = true, more = {}, answer = '{"loans":[]}', status = 200 } = {},
  ) =>
  async (): Promise<Place> => {
    const certificate = await make()
    const port = await serveHttps({ ...certificate, ...more }, (request, response) => {
      response.writeHead(status).end(answer.replace('AUTHORIZATION', String(request.headers.authorization)))
    })
    return {
      baseUrl: `https://localhost:${port}`,
      words: trusted ? ['--ca-file', await caFileOf(certificate)] : [],
    }
  }

const local = () => certificateFor('localhost')
const minute = 60_000
/** A signed request: the server receives the token and may repeat it in its reply. */
const account = { words: ['my', 'account', '-o', 'json', '--auth-url', 'https://auth.invalid'] }
const echo = (body: string) => secure(local, { answer: body, status: 401 })

export const tlsRows: readonly Row[] = [
  {
    name: 'nobody signed for the certificate',
    place: secure(local, { trusted: false }),
    code: 7,
    says: /^cannot verify the certificate of localhost:\d+ .*--ca-file/,
  },
  {
    name: 'another authority signed',
    place: async () => ({
      ...(await secure(local)()),
      words: ['--ca-file', await caFileOf(await certificateFor('other.example'))],
    }),
    code: 7,
    says: /ca\.pem \(--ca-file or KIVA_CA_FILE\) did not sign it/,
  },
  {
    name: 'the certificate of another host',
    place: secure(() => certificateFor('kiva.example')),
    code: 7,
    says: /^the certificate of localhost:\d+ is for another host \(.*kiva\.example.*\) Check --base-url/,
  },
  {
    name: 'a certificate of the past',
    place: secure(() => certificateFor('localhost', { until: Date.now() - minute })),
    code: 7,
    says: /^the certificate of localhost:\d+ has expired or is not yet valid \(certificate has expired\) Check the clock/,
  },
  {
    name: 'a certificate of the future',
    place: secure(() => certificateFor('localhost', { from: Date.now() + 60 * minute })),
    code: 7,
    says: /has expired or is not yet valid/,
  },
  {
    name: 'an old TLS',
    place: secure(local, {
      more: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    }),
    code: 7,
    says: /^localhost:\d+ supports only old TLS versions kiva requires TLS 1\.2/,
  },
  {
    name: 'TLS to a port that speaks HTTP',
    place: async () => ({
      baseUrl: (await serveHttp((_, response) => response.end())).replace('http', 'https'),
    }),
    code: 7,
    says: /^127\.0\.0\.1:\d+ does not use TLS Check the scheme and port of --base-url/,
  },
  {
    name: 'HTTP to a port that speaks TLS',
    place: async () => ({ baseUrl: `http://localhost:${await serveHttps(await local(), () => {})}` }),
    code: 7,
  },
  {
    name: 'junk in place of TLS',
    place: async () => ({ baseUrl: `https://127.0.0.1:${(await serveBytes('\x15\x03junk')).port}` }),
    code: 7,
  },
  {
    name: 'a handshake that is closed',
    place: async () => ({ baseUrl: `https://127.0.0.1:${(await serveBytes('')).port}` }),
    code: 7,
  },
  {
    name: 'a handshake that is reset',
    place: async () => {
      const { port } = await serveSockets((socket) => {
        socket.once('data', () => socket.resetAndDestroy())
      })
      return { baseUrl: `https://127.0.0.1:${port}` }
    },
    code: 7,
  },
  {
    name: 'a file of authorities that is not there',
    place: async () => ({ baseUrl: 'https://localhost:1', words: ['--ca-file', '/nowhere/ca.pem'] }),
    code: 3,
    says: /ca\.pem/,
  },
  {
    name: 'certificates are checked, whatever the environment says',
    place: async () => ({
      ...(await secure(local, { trusted: false })()),
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    }),
    code: 7,
    says: /cannot verify the certificate of/,
  },
  {
    name: 'a token is refused',
    place: echo('{"code":"org.kiva.InvalidCredentials","message":"no"}'),
    ...account,
    code: 4,
  },
  {
    name: 'a token is refused by one who repeats what was sent',
    place: echo('{"code":"org.kiva.InvalidCredentials","message":"You sent AUTHORIZATION"}'),
    ...account,
    code: 4,
  },
  {
    name: 'a token is refused in OAuth pairs that repeat it',
    place: echo(`oauth_problem=token_rejected&oauth_problem_advice=${secrets.KIVA_OAUTH_TOKEN}`),
    ...account,
    code: 4,
  },
  {
    name: 'a token is refused in HTML that repeats it',
    place: echo(`<title>${secrets.KIVA_OAUTH_TOKEN} AUTHORIZATION</title>`),
    ...account,
    code: 4,
  },
  {
    name: 'a token is not sent without TLS',
    place: async () => ({ baseUrl: await serveHttp((_, response) => response.end()) }),
    ...account,
    code: 2,
    says: /nothing was sent/,
  },
]
