// Preloaded into a process: the file system has no hard links, as that of a memory card.
const promises = require('node:fs/promises')
promises.link = async () => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
}
