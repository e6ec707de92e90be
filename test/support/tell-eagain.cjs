// Preloaded into a process: tells on stderr when a write found its pipe full.
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
