/** jq itself, as WebAssembly: its only door. */
import { setFlagsFromString } from 'node:v8'
import { loadJq } from 'jq-wasm/inline'
import type { JqOptions, JqOutput } from '../../ports/jq.ts'

/** Runs a program to its end. Throws when 256 MiB of memory are not enough, and is of no use from then on. */
export type RunJq = (program: string, input: string, options: JqOptions) => JqOutput

/** Loads jq into this thread. */
export async function loadEngine(): Promise<RunJq> {
  // As with undici's (exchange.ts): Node 20 would wait at exit for code that V8 optimizes in the background.
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
