// Fills the pipe on its stdout, which does not block as long as this runs, and says so in a file.
const { writeFileSync, writeSync } = require('node:fs')

// Touched, it does not block any more, for whoever else writes to it.
process.stdout.on('error', () => {})
try {
  for (;;) writeSync(1, '.')
} catch (error) {
  writeFileSync(process.argv[2], `${error.code}\n`)
}
setInterval(() => {}, 60_000)
