/**
 * The only encoder. Sent and signed text both use it, so their bytes are the same.
 *
 * Percent-encodes everything but RFC 3986 unreserved characters, as UTF-8 with upper-case hexadecimal (RFC 5849
 * §3.6). A lone surrogate, which UTF-8 cannot represent, becomes U+FFFD.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export type Pair = readonly [name: string, value: string]

/** Encodes pairs as a query or a form body. Keeps order and repeated names; a space is `%20`, never `+`. */
export function encodePairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}
