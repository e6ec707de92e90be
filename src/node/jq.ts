/** jq itself, as WebAssembly: its only door. */
import { setFlagsFromString } from 'node:v8'
import { loadJq } from 'jq-wasm/inline'
import type { Jq } from '../context.ts'
import { KivaError } from '../errors.ts'

/** Opens jq; for good as long as it has memory. */
export async function openJq(): Promise<Jq> {
  // As with undici's (exchange.ts): Node 20 would wait at exit for code that V8 optimises in the background.
  setFlagsFromString('--no-wasm-dynamic-tiering --no-wasm-tier-up')
  const jq = await loadJq()
  return (program, input, { slurp, variables }) => {
    const flags = ['-c', ...(slurp ? ['-s'] : [])]
    for (const [name, value] of variables) flags.push('--arg', name, value)
    // What begins with `-` is an expression too.
    flags.push('--')
    const { stdout, stderr, exitCode } = interruptibly(() => inSilence(() => jq.raw(input, program, flags)))
    return { results: stdout, messages: stderr, isWrong: exitCode === 3 }
  }
}

/** An expression may never end, and nothing else is heard meanwhile: signals end the process, as they do by themselves. */
function interruptibly<T>(call: () => T): T {
  const heard = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(
    (signal) => [signal, process.listeners(signal)] as const,
  )
  for (const [signal] of heard) process.removeAllListeners(signal)
  try {
    return call()
  } finally {
    for (const [signal, listeners] of heard) for (const listener of listeners) process.on(signal, listener)
  }
}

/**
 * Its runtime ends by an exception of its own, and is of no use any more, when 256 MiB are not enough. It would say so
 * by `console.error` as well; what is to be told of it we tell ourselves.
 */
function inSilence<T>(call: () => T): T {
  const { error } = console
  console.error = () => {}
  try {
    return call()
  } catch (cause) {
    throw new KivaError('bug', 'The jq expression needs more memory than jq has here, 256 MiB', {
      cause,
      hint: 'Without --slurp it sees one record at a time; or pipe the records: -o ndjson | jq.',
    })
  } finally {
    console.error = error
  }
}
