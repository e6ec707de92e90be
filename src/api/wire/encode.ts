/**
 * The one encoder. What is sent and what is signed come from here, so they are the same bytes.
 *
 * Percent-encodes everything but RFC 3986 unreserved characters, as UTF-8 with upper-case hexadecimal
 * (RFC 5849 §3.6). A lone surrogate, which has no UTF-8, becomes U+FFFD.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export type Pair = readonly [name: string, value: string]

/** Pairs as a query or a form body: order kept, repeated names kept, a space is `%20`, never `+`. */
export function encodePairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}
