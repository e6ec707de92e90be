// Preloaded into a process: kills it before change number TEST_DIE_AT of the files below TEST_FOLDER.
const fs = require('node:fs')
const promises = require('node:fs/promises')
let left = Number(process.env.TEST_DIE_AT)
const counted = (names, owner) => {
  for (const name of names) {
    const work = owner[name]
    owner[name] = (...words) => {
      if (String(words[0]).startsWith(process.env.TEST_FOLDER) && --left === 0)
        process.kill(process.pid, 'SIGKILL')
      return work(...words)
    }
  }
}
counted(['open', 'link', 'rename', 'rm'], promises)
counted(['openSync', 'renameSync'], fs)
