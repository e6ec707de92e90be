/** The worker thread that runs jq, and the only module that loads it, as WebAssembly. It answers calls in order. */
import { setFlagsFromString } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { loadJq } from 'jq-wasm/inline'
import type { JqOptions, JqOutput } from '../../core/process.ts'

/** jq's output, or the error that stopped it when memory ran out. */
export type JqAnswer = JqOutput | { readonly cause: unknown }

// jq's runtime writes to the console when memory runs out; jq.ts reports the error instead.
console.error = () => {}

loadEngine().then((run) => {
  parentPort?.on('message', (call: Parameters<RunJq>) => parentPort?.postMessage(answer(run, call)))
})

function answer(run: RunJq, call: Parameters<RunJq>): JqAnswer {
  try {
    return run(...call)
  } catch (cause) {
    return { cause }
  }
}

/**
 * Runs a program to its end. Throws if it needs more than 256 MiB of memory,
 * and cannot be used again afterwards.
 */
type RunJq = (program: string, input: string, options: JqOptions) => JqOutput

export async function loadEngine(): Promise<RunJq> {
  // As with undici (exchange.ts): otherwise Node 20 waits at exit for V8's background optimization.
  setFlagsFromString('--no-wasm-dynamic-tiering --no-wasm-tier-up')
  const jq = await loadJq()
  return (program, input, { slurp, variables }) => {
    const flags = ['-c', ...(slurp ? ['-s'] : [])]
    for (const [name, value] of variables) flags.push('--arg', name, value)
    // An expression may begin with `-`.
    flags.push('--')
    const { stdout, stderr, exitCode } = jq.raw(input, program, flags)
    return { results: stdout, messages: stderr, isWrong: exitCode === 3 }
  }
}
