// How long this process worked since a moment: on a busy machine the wall clock counts the waits for a processor, and
// the processor time counts the other threads. Neither is ever too short, so the shorter one is taken.
const { performance } = require('node:perf_hooks')

const moment = () => {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), processor: (user + system) / 1000 }
}

/** Milliseconds between two moments. */
const between = (one, other) => Math.min(other.wall - one.wall, other.processor - one.processor)

module.exports = { moment, between }
