/** In the environment of what a test runs: a failure is told at once, unless the test is about trying again. */
export const triedOnce = { KIVA_RETRIES: '0' } as const
