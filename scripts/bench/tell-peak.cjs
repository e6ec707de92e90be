// Loaded before a program by `node -r`: tells on descriptor 3 how much memory the process had at most, in KiB, and its
// processor time in microseconds. The memory is what /proc says: what getrusage says has the parent's memory in it,
// from before the program was loaded.
const { readFileSync, writeSync } = require('node:fs')

process.on('exit', () => {
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
  const { user, system } = process.cpuUsage()
  writeSync(3, `${peak} ${user + system}`)
})
