/** The only module that loads jq, as WebAssembly. */
import { setFlagsFromString } from 'node:v8'
import { loadJq } from 'jq-wasm/inline'
import type { JqOptions, JqOutput } from '../../ports/jq.ts'

/**
 * Runs a program to its end. Throws if it needs more than 256 MiB of memory,
 * and cannot be used again afterwards.
 */
export type RunJq = (program: string, input: string, options: JqOptions) => JqOutput

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
