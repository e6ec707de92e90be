/** Signals that the terminal sends to every program in the foreground. */
const names = ['SIGINT', 'SIGQUIT'] as const

/**
 * Ignores Ctrl-C and Ctrl-\ until the returned function is called. They are for the program that uses the
 * terminal, and must not end kiva before it.
 */
export function holdInterrupts(): () => void {
  const release = names.map(hold)
  return () => {
    for (const one of release) one()
  }
}

/** Swaps the listeners without a gap: with no listener, the signal would end the process. */
function hold(name: (typeof names)[number]): () => void {
  const listeners = process.rawListeners(name) as NodeJS.SignalsListener[]
  const ignore = () => {}
  process.on(name, ignore)
  for (const listener of listeners) process.off(name, listener)
  return () => {
    for (const listener of listeners) process.on(name, listener)
    process.off(name, ignore)
  }
}
