/** The faults of `kiva sandbox --fault`, grouped by where they happen. docs/faults.md describes each. */
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

/** A fault for every request, or with the fraction of requests it affects: above 0 and at most 1. */
export type Fault = FaultName | { readonly name: FaultName; readonly probability: number }
