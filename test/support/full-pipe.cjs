// Fills the pipe on its stdout, which stays non-blocking while this runs, and then writes a file.
const { writeFileSync, writeSync } = require('node:fs')

// Access to process.stdout makes the pipe non-blocking, also for other processes that write to it.
process.stdout.on('error', () => {})
try {
  for (;;) writeSync(1, '.')
} catch (error) {
  writeFileSync(process.argv[2], `${error.code}\n`)
}
setInterval(() => {}, 60_000)
