// Preloaded into a process: a thousand seconds of every timer pass in one.
const real = globalThis.setTimeout
globalThis.setTimeout = (run, milliseconds, ...rest) => real(run, milliseconds / 1000, ...rest)
