// Preloaded into a process: stands in for module.enableCompileCache, and tells on stderr which folder it was given.
const { getuid } = process
require('node:module').enableCompileCache = (folder) => process.stderr.write(`compile cache: ${folder}\n`)
if (process.env.TEST_OTHER_USER) process.getuid = () => getuid() + 1
