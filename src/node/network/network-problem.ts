/** Explains failures of sockets, TLS, HTTP and decompression. Loaded after a failure. */
import { KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import type { NetworkOptions } from '../../core/http.ts'
import type { Peer } from './connect.ts'
import type { ParserError } from './exchange.ts'

interface Explanation {
  readonly codes: RegExp
  readonly message: (name: string, transport: NetworkOptions) => string
  readonly hint: string | ((transport: NetworkOptions, peer: Peer) => string)
  /** Whether to quote the system's message, which may add facts such as the names in a certificate, or the reason. */
  readonly quoted?: true | ((cause: ParserError) => string | undefined)
  readonly transient?: KivaError['transient']
}

const online = (_: NetworkOptions, { setting }: Peer) => `Check the network connection and ${setting}.`

const unknownName = {
  message: (name) => `cannot resolve ${name}`,
  hint: (...of) => `${online(...of)} --sandbox works offline, with made-up data.`,
} as const satisfies Partial<Explanation>

const changed = 'Try again. If it fails again, a proxy may be changing responses.'

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
    message: (name) => `cannot reach ${name}`,
    hint: online,
    transient: 'connection',
  },
  {
    codes: /^TimeoutError$/,
    message: (name, { timeout }) => `no response from ${name} within ${timeout / 1000}s`,
    hint: 'Try again, or wait longer with --timeout SECONDS.',
    transient: 'timeout',
  },
  {
    codes: /UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|VERSION_TOO_LOW/,
    message: (name) => `${name} supports only old TLS versions`,
    hint: 'kiva requires TLS 1.2 or later: only the operator of the server can fix this.',
  },
  {
    codes: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST$/,
    message: (name) => `${name} does not use TLS`,
    hint: (_, { setting }) => `Check the scheme and port of ${setting}.`,
  },
  {
    codes: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    message: (name) => `the certificate of ${name} has expired or is not yet valid`,
    hint: 'Check the clock of this machine. If it is right, the server needs a new certificate.',
    quoted: true,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME/,
    message: (name) => `the certificate of ${name} is for another host`,
    hint: (_, { setting }) => `Check ${setting}: use a host that the certificate names.`,
    quoted: true,
  },
  {
    codes: /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_(SIGNATURE_FAILURE|UNTRUSTED)|INVALID_CA/,
    message: (name) => `cannot verify the certificate of ${name}`,
    hint: ({ caFile }, { isHere }) => {
      if (caFile === undefined)
        return 'If you trust the authority that signed it, give its certificate with --ca-file.'
      const file = `${caFile} (--ca-file or KIVA_CA_FILE)`
      return isHere
        ? `The authority in ${file} did not sign it.`
        : `Neither a default authority nor one in ${file} signed it.`
    },
    quoted: true,
  },
  {
    codes: /CERT|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/,
    message: (name) => `the TLS handshake with ${name} failed`,
    hint: 'Only the operator of the server can fix this: --ca-file does not help.',
    quoted: true,
  },
  {
    // undici intends to set a code on parser errors, but sets none.
    codes: /^(HTTPParserError|HPE_(?!INVALID_EOF).*|UND_ERR_HEADERS_OVERFLOW|bad (response|upgrade))$/,
    message: (name) => `${name} sent an invalid HTTP response`,
    hint: changed,
    quoted: parserReason,
  },
  {
    codes:
      /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_ABORTED|HPE_INVALID_EOF_STATE|Z_BUF_ERROR)$/,
    message: (name) => `${name} closed the connection before the response was complete`,
    hint: (_, { setting }) => `Try again. If it fails again, check the scheme and port of ${setting}.`,
    transient: 'connection',
  },
  {
    codes: /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/,
    message: (name) => `${name} sent a body that cannot be decompressed`,
    hint: changed,
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
  const opening = found?.message(peer.name, transport) ?? `the request to ${peer.name} failed`
  const detail = typeof found?.quoted === 'function' ? found.quoted(cause as ParserError) : message || code
  const isQuoted = detail !== undefined && (!found || found.quoted)
  const words = isQuoted ? sentence`${opening} (${foreign(detail)})` : opening
  const hint = found?.hint ?? online
  return new KivaError('network', words, {
    cause,
    hint: typeof hint === 'string' ? hint : hint(transport, peer),
    transient: found?.transient,
  })
}

/** Returns what the parser could not read. */
function parserReason({ name, message, data, head }: ParserError): string | undefined {
  if (name === 'HeadersOverflowError') return 'headers of more than 16 KiB'
  if (message === 'bad response') return 'unexpected 100 Continue'
  if (message === 'bad upgrade') return 'unexpected 101 Switching Protocols'
  if (head) return headReason(Buffer.from(head).toString('latin1'))
  // Of undici, or of Node, which reads the responses of proxies.
  const reason = /(?:\(|^Parse Error: )([^()]+)\)?$/.exec(message)?.[1]
  if (reason?.startsWith('Expected')) return 'not HTTP/1.1'
  if (reason?.includes('Transfer-Encoding')) return bothLengths
  if (reason?.endsWith('character in chunk size')) {
    if (/^[ \t]/.test(data ?? '')) return blankChunk
    // The parser reads over the first blank.
    if (data?.startsWith('\r')) return `${blankChunk}, or no size`
  }
  return reason && reason.charAt(0).toLowerCase() + reason.slice(1)
}

const blankChunk = 'blanks after the size of a chunk'
const bothLengths = 'both Content-Length and Transfer-Encoding'

/** Returns what is invalid in a head with a Content-Length. */
function headReason(text: string): string {
  const [head = ''] = text.split('\r\n\r\n', 1)
  const lengths = head.match(/^content-length:.*$/gim) ?? []
  if (lengths.length > 1 || lengths[0]?.includes(',')) return 'two Content-Length headers'
  return /^transfer-encoding:/im.test(head) ? bothLengths : 'invalid header'
}

/**
 * A DOMException has an old numeric code, and errors of undici's parser have none: then the name or the
 * message identifies the error. Two errors of a response that undici does not expect have the code of a closed
 * connection.
 */
function codeOf({ code, name, message }: NodeJS.ErrnoException): string {
  if (code === 'UND_ERR_SOCKET' && message.startsWith('bad ')) return message
  if (typeof code === 'string') return code
  return name === 'HTTPParserError' && message.includes('EOF') ? 'HPE_INVALID_EOF_STATE' : name
}
