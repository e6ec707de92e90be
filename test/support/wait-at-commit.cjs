// Preloaded into a process: before the file TEST_WAIT_AT gets its name, the process waits for the file TEST_GO.
const { existsSync } = require('node:fs')
const promises = require('node:fs/promises')
const { link } = promises
promises.link = async (from, to) => {
  if (to.endsWith(process.env.TEST_WAIT_AT)) {
    process.stderr.write('* waits\n')
    while (!existsSync(process.env.TEST_GO)) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return link(from, to)
}
