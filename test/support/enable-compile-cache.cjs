// Preloaded into a process: replaces module.enableCompileCache by a stub that prints its folder on stderr.
const { getuid } = process
require('node:module').enableCompileCache = (folder) => process.stderr.write(`compile cache: ${folder}\n`)
if (process.env.TEST_OTHER_USER) process.getuid = () => getuid() + 1
