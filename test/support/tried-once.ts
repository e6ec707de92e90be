/** Turns off retries in the environment of a run. Tests of retries override it. */
export const triedOnce = { KIVA_RETRIES: '0' } as const
