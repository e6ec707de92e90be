// Preloaded into a process: makes every timer a thousand times faster.
const real = globalThis.setTimeout
globalThis.setTimeout = (run, milliseconds, ...rest) => real(run, milliseconds / 1000, ...rest)
