import type { Transport } from '../context.ts'
import { KivaError } from '../errors.ts'

interface Telling {
  readonly pattern: RegExp
  readonly message: (host: string, transport: Transport) => string
  readonly hint: string | ((transport: Transport) => string)
}

const online = 'Check the network connection and --base-url.'

/** Errors of sockets, TLS, HTTP and unpacking, by their codes. The first that matches tells. */
const tellings: readonly Telling[] = [
  {
    pattern: /^(ENOTFOUND|EAI_AGAIN)$/,
    message: (host) => `The address of ${host} was not found`,
    hint: `${online} To try kiva without network: kiva --sandbox.`,
  },
  { pattern: /^ECONNREFUSED$/, message: (host) => `${host} refused the connection`, hint: online },
  {
    pattern: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)$/,
    message: (host) => `${host} can not be reached`,
    hint: online,
  },
  {
    pattern: /^(TimeoutError|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    message: (host, { timeout }) => `${host} did not answer within ${timeout / 1000} s`,
    hint: 'Try again, or wait longer with --timeout SECONDS.',
  },
  {
    pattern: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST$/,
    message: (host) => `${host} does not speak TLS`,
    hint: 'Check --base-url: its scheme and its port.',
  },
  {
    pattern: /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/,
    message: (host) => `The connection to ${host} is not safe`,
    hint: ({ caFile }) =>
      caFile === undefined
        ? 'If you know the authority that signed its certificate, name it with --ca-file.'
        : `The authority in ${caFile} (--ca-file or KIVA_CA_FILE) did not sign its certificate.`,
  },
  {
    pattern:
      /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_ABORTED|Z_BUF_ERROR)$/,
    message: (host) => `${host} broke off its answer`,
    hint: 'Try again; if it stays so, check --base-url: its scheme and its port.',
  },
  {
    pattern: /^(Z_|ERR_BUFFER_TOO_LARGE|HPE_|ERR_BROTLI)/,
    message: (host) => `${host} sent an answer that is not whole HTTP`,
    hint: 'Try again; if it stays so, something between here and the service changes its answers.',
  },
]

/** Any failure of an exchange as a `KivaError` of kind `network`; one that is a `KivaError` already stays itself. */
export function networkProblem(cause: unknown, url: URL, transport: Transport): KivaError {
  if (cause instanceof KivaError) return cause
  const { code: said, name, message } = cause as NodeJS.ErrnoException
  // An abort by timeout carries an old numeric code; its name tells more.
  const code = typeof said === 'string' ? said : name
  const telling = tellings.find(({ pattern }) => pattern.test(code))
  if (!telling)
    return new KivaError('network', `The exchange with ${url.host} failed: ${message}`, {
      cause,
      hint: online,
    })
  const detail = /CERT|SELF|UNABLE/.test(code) ? ` (${message})` : ''
  return new KivaError('network', `${telling.message(url.host, transport)}${detail}`, {
    cause,
    hint: typeof telling.hint === 'string' ? telling.hint : telling.hint(transport),
  })
}
