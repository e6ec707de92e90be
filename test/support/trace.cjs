// Preloaded into a process: when it ends, tells on stderr which files it loaded.
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((path) => path !== __filename)
  process.stderr.write(`\nloaded: ${JSON.stringify(files)}\n`)
})
