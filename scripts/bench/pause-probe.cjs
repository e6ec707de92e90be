// Loaded before a program by `node -r`: writes to the file KIVA_BENCH_PAUSE, at the end, how long its event loop was kept
// from a timer of a millisecond after the first second: 99 %, 99.9 % and the longest, in milliseconds.
const { writeFileSync } = require('node:fs')
const { between, moment } = require('./busy-clock.cjs')

const pauses = []
setTimeout(() => {
  let last = moment()
  const tick = () => {
    const now = moment()
    pauses.push(between(last, now))
    last = now
  }
  setInterval(tick, 1).unref()
}, 1000).unref()

process.on('exit', () => {
  pauses.sort((a, b) => a - b)
  const list = [0.99, 0.999, 1].map((share) => pauses[Math.ceil(pauses.length * share) - 1])
  writeFileSync(process.env.KIVA_BENCH_PAUSE, JSON.stringify(list))
})
