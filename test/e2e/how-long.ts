/** True in `npm run test:long`: more kills, and longer lists. */
export const isLong = Boolean(process.env['KIVA_LONG'])
