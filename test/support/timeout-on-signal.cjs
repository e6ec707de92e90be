// Preloaded into a process: the timeout of TEST_TIMEOUT milliseconds passes when SIGURG comes, and never by itself.
const { setTimeout: set, clearTimeout: clear } = globalThis
const timeout = Number(process.env.TEST_TIMEOUT)
const held = new Map()
// A signal can come before the first timeout is set.
let isOver = false

globalThis.setTimeout = (run, milliseconds, ...rest) => {
  if (milliseconds !== timeout) return set(run, milliseconds, ...rest)
  if (isOver) {
    isOver = false
    return set(run, 0, ...rest)
  }
  // It keeps the process alive, as the real one does.
  const timer = set(() => {}, 2 ** 31 - 1)
  held.set(timer, () => run(...rest))
  return timer
}

globalThis.clearTimeout = (timer) => {
  held.delete(timer)
  clear(timer)
}

process.on('SIGURG', () => {
  isOver = held.size === 0
  for (const [timer, end] of [...held]) {
    globalThis.clearTimeout(timer)
    end()
  }
})
