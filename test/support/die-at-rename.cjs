// Kills the process when a written file is about to get its name.
const fs = require('node:fs')
fs.renameSync = () => process.kill(process.pid, 'SIGKILL')
