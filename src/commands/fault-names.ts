/** What `kiva sandbox --fault` can make go wrong; what each does is in the sandbox. */
export const faultNames = [
  'rate-limit',
  'server-error',
  'maintenance',
  'slow',
  'cut',
  'repeated-pages',
  'moving-pages',
  'hostile-text',
  'error-code',
  'form-tokens',
  'awkward-tokens',
] as const

export type FaultName = (typeof faultNames)[number]
