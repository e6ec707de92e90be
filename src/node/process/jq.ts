/** Runs jq in a worker thread, so that signals are handled even during an endless expression. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { KivaError } from '../../core/errors.ts'
import type { Jq, JqOutput } from '../../core/process.ts'
import type { JqAnswer } from './jq-worker.ts'

interface Call {
  readonly slurp: boolean
  resolve(output: JqOutput): void
  reject(reason: unknown): void
}

/**
 * Starts the worker, whose script is in `folder`. When `signal` fires, all calls reject with its reason. The worker then ends with the
 * process: Bun cannot terminate WebAssembly in a loop, and would wait forever.
 */
export function openJq(folder: string, signal: AbortSignal): Jq {
  // jq sees neither the environment nor the options of this process.
  const worker = new Worker(join(folder, 'node-process-jq-worker.cjs'), {
    env: {},
    execArgv: [],
  })
  const calls: Call[] = []
  const fail = (reason: unknown) => {
    worker.unref()
    for (const { reject } of calls.splice(0)) reject(reason)
  }
  worker.on('message', (answer: JqAnswer) => {
    const call = calls.shift()
    if (calls.length === 0) worker.unref()
    if ('cause' in answer) call?.reject(outOfMemory(answer.cause, call))
    else call?.resolve(answer)
  })
  let failure: KivaError | undefined
  worker.on('error', (cause) => {
    failure = new KivaError('bug', 'jq stopped unexpectedly', { cause })
    fail(failure)
  })
  signal.addEventListener('abort', () => fail(signal.reason))
  // Last, because a listener for messages refs the worker.
  worker.unref()
  return (program, input, options) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      // The thread starts before the first call, and may have ended.
      if (failure) throw failure
      calls.push({ slurp: options.slurp, resolve, reject })
      // Only a pending call keeps the process alive.
      worker.ref()
      worker.postMessage([program, input, options])
    })
}

function outOfMemory(cause: unknown, { slurp }: Call): KivaError {
  return new KivaError('usage', 'jq ran out of memory: its limit is 256 MiB', {
    cause,
    hint: slurp
      ? 'jq gets all records at once: read fewer, or pipe the records to jq: -o ndjson | jq.'
      : 'Pipe the records to jq: -o ndjson | jq.',
  })
}
