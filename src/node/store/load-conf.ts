/** The only module that loads `conf`, which is slow to load and has side effects: see below. */
/**
 * Loads `conf` and undoes its side effects on the process. Its dependencies look for a home folder at once,
 * and crash if there is none. They also listen to every signal and send it to this process a second time.
 */
export async function loadConf(home: string) {
  // Without this listener, removing theirs would let a write beyond the file size limit kill the process.
  if (process.listenerCount('SIGXFSZ') === 0) process.on('SIGXFSZ', () => {})
  const before = new Map(signals().map((name) => [name, new Set(process.listeners(name))]))
  const lacksHome = process.env['HOME'] === undefined
  if (lacksHome) process.env['HOME'] = home
  try {
    return (await import('conf')).default
  } finally {
    if (lacksHome) delete process.env['HOME']
    for (const name of signals()) {
      for (const listener of process.listeners(name)) {
        if (!before.get(name)?.has(listener)) process.removeListener(name, listener)
      }
    }
  }
}

function signals(): NodeJS.Signals[] {
  return process.eventNames().filter((name): name is NodeJS.Signals => String(name).startsWith('SIG'))
}
