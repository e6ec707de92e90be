// Preloaded into a process: when it ends, tells on stderr how much memory it held at most.
process.on('exit', () => process.stderr.write(`\npeak: ${process.resourceUsage().maxRSS} KiB\n`))
