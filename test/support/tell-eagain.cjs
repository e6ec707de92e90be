// Preloaded into a process: prints the error code on stderr when a write fails, such as EAGAIN for a full
// pipe.
const fs = require('node:fs')
const { writeSync } = fs
fs.writeSync = (fd, ...rest) => {
  try {
    return writeSync(fd, ...rest)
  } catch (error) {
    writeSync(2, `${error.code}\n`)
    throw error
  }
}
