/** Explains failures of sockets, TLS, HTTP and decompression. */

import { KivaError } from '../../errors.ts'
import { foreign, oneLine, sentence } from '../../foreign-text.ts'
import type { NetworkOptions } from '../../ports/http.ts'

/** The other end of a connection. */
export interface Peer {
  /** The name within a sentence: a host, or `the proxy …`. */
  readonly name: string
  /** The option or variable that sets its address. */
  readonly setting: string
}

/** Returns the service at an address as a peer. */
export const serviceAt = ({ host }: URL): Peer => ({ name: oneLine(host), setting: '--base-url' })

interface Explanation {
  readonly codes: RegExp
  readonly message: (name: string, transport: NetworkOptions) => string
  readonly hint: string | ((transport: NetworkOptions, peer: Peer) => string)
  /** Whether to quote the system's message, which may add facts such as the names in a certificate. */
  readonly quoted?: true
  readonly transient?: KivaError['transient']
}

const online = (_: NetworkOptions, { setting }: Peer) => `Check the network connection and ${setting}.`

const unknownName = {
  message: (name) => `The address of ${name} was not found`,
  hint: (...of) =>
    `${online(...of)} Without network, --sandbox answers from made-up data: kiva --sandbox loans newest.`,
} as const satisfies Partial<Explanation>

/** Explanations by error code. The first match wins. */
const explanations: readonly Explanation[] = [
  { codes: /^EAI_AGAIN$/, ...unknownName, transient: 'connection' },
  { codes: /^(ENOTFOUND|EAI_\w+)$/, ...unknownName },
  {
    codes: /^ECONNREFUSED$/,
    message: (name) => `${name} refused the connection`,
    hint: online,
    transient: 'connection',
  },
  {
    codes: /^(ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
    message: (name) => `${name} cannot be reached`,
    hint: online,
    transient: 'connection',
  },
  {
    codes: /^TimeoutError$/,
    message: (name, { timeout }) => `${name} did not answer within ${timeout / 1000} s`,
    hint: 'Try again, or wait longer with --timeout SECONDS.',
    transient: 'timeout',
  },
  {
    codes: /UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|VERSION_TOO_LOW/,
    message: (name) => `${name} speaks only an old TLS, which is not safe`,
    hint: 'kiva needs TLS 1.2 or newer; who runs that server must renew it. No option of kiva changes that.',
  },
  {
    codes: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST$/,
    message: (name) => `${name} does not speak TLS`,
    hint: (_, { setting }) => `Check ${setting}: its scheme and its port.`,
  },
  {
    codes: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    message: (name) => `The certificate of ${name} is not valid today`,
    hint: 'Check the clock of this machine; if it is right, who runs that server must renew the certificate.',
    quoted: true,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME/,
    message: (name) => `The certificate of ${name} is for another host`,
    hint: (_, { setting }) => `Check ${setting}: it must name a host that the certificate names.`,
    quoted: true,
  },
  {
    codes: /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_(SIGNATURE_FAILURE|UNTRUSTED)|INVALID_CA/,
    message: (name) => `The connection to ${name} is not safe`,
    hint: ({ caFile }) =>
      caFile === undefined
        ? 'If you know the authority that signed its certificate, name it with --ca-file.'
        : `The authority in ${caFile} (--ca-file or KIVA_CA_FILE) did not sign its certificate.`,
    quoted: true,
  },
  {
    codes: /CERT|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/,
    message: (name) => `The connection to ${name} is not safe`,
    hint: 'TLS could not be agreed on. Who runs that server must mend it; --ca-file does not help here.',
    quoted: true,
  },
  {
    codes:
      /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_ABORTED|HPE_INVALID_EOF_STATE|Z_BUF_ERROR)$/,
    message: (name) => `${name} broke off its answer`,
    hint: (_, { setting }) => `Try again; if it stays so, check ${setting}: its scheme and its port.`,
    transient: 'connection',
  },
  {
    // undici intends to set a code on parser errors, but sets none.
    codes: /^(Z_|HPE_|HTTPParserError|ERR_BROTLI|ERR__ERROR_FORMAT|UND_ERR_HEADERS_OVERFLOW)/,
    message: (name) => `${name} sent an answer that is not whole HTTP`,
    hint: 'Try again; if it stays so, something between here and the service changes its answers.',
  },
]

/**
 * Returns any failure of an exchange as a `KivaError` of kind `network`. A `KivaError` is returned as it is.
 */
export function networkProblem(cause: unknown, peer: Peer, transport: NetworkOptions): KivaError {
  if (cause instanceof KivaError) return cause
  const { message } = cause as Error
  const code = codeOf(cause as NodeJS.ErrnoException)
  const found = explanations.find(({ codes }) => codes.test(code))
  const opening = capitalised(found?.message(peer.name, transport) ?? `the exchange with ${peer.name} failed`)
  const words = found && !found.quoted ? opening : sentence`${opening} (${foreign(message || code)})`
  const hint = found?.hint ?? online
  return new KivaError('network', words, {
    cause,
    hint: typeof hint === 'string' ? hint : hint(transport, peer),
    transient: found?.transient,
  })
}

/**
 * A DOMException has an old numeric code, and errors of undici's parser have none: then the name or the
 * message identifies the error.
 */
function codeOf({ code, name, message }: NodeJS.ErrnoException): string {
  if (typeof code === 'string') return code
  return name === 'HTTPParserError' && message.includes('EOF') ? 'HPE_INVALID_EOF_STATE' : name
}

/** Capitalizes a sentence, except one that starts with a host. */
export const capitalised = (words: string) => words.replace(/^the /, 'The ')
