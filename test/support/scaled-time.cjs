// Preloaded into a process: makes its clock and its timers TEST_SPEED times faster, from TEST_EPOCH on.
const speed = Number(process.env.TEST_SPEED)
const epoch = Number(process.env.TEST_EPOCH)
const { now } = Date
Date.now = () => Math.round(epoch + speed * (now() - epoch))
const real = globalThis.setTimeout
globalThis.setTimeout = (run, milliseconds, ...rest) => real(run, milliseconds / speed, ...rest)
const timers = require('node:timers/promises')
const wait = timers.setTimeout
timers.setTimeout = (milliseconds, ...rest) => wait(milliseconds / speed, ...rest)
require('node:module').syncBuiltinESMExports()
