// Loaded before a program by `node -r`: tells on descriptor 3 how much memory the process had at most, in KiB. As
// /proc says it: what getrusage says has the parent's memory in it, from before the program was loaded.
const { readFileSync, writeSync } = require('node:fs')

process.on('exit', () => {
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
  writeSync(3, peak)
})
