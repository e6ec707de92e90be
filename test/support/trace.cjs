// Preloaded into a process: prints the files that it loaded on stderr at exit.
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((path) => path !== __filename)
  process.stderr.write(`\nloaded: ${JSON.stringify(files)}\n`)
})
