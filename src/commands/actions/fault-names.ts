/** What `kiva sandbox --fault` can make go wrong, by where it happens; docs/faults.md says what each does. */
export const faultNames = [
  // The service.
  'rate-limit',
  'server-error',
  'maintenance',
  'redirect',
  // The connection.
  'slow',
  'drip',
  'cut',
  'reset',
  'reset-body',
  'expired-certificate',
  // The body.
  'wrong-content-type',
  'wrong-charset',
  'wrong-encoding',
  'gzip-bomb',
  'huge-body',
  'deep-json',
  'hostile-text',
  // Lists.
  'repeated-pages',
  'stale-pages',
  'moving-pages',
  'growing-list',
  'missing-paging',
  // Authorization.
  'error-code',
  'form-tokens',
  'awkward-tokens',
] as const

export type FaultName = (typeof faultNames)[number]

/** A fault, by itself or with the share of requests that it strikes: above 0 and at most 1. */
export type Fault = FaultName | { readonly name: FaultName; readonly probability: number }
