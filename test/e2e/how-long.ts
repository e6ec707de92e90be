/** True in `npm run test:long`: tests that kill the tool do so more often, over longer lists. */
export const isLong = Boolean(process.env['KIVA_LONG'])
