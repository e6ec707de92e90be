/** The worker thread that runs jq. It answers calls in order. */
import { parentPort } from 'node:worker_threads'
import type { JqOutput } from '../../ports/jq.ts'
import { loadEngine, type RunJq } from './jq-engine.ts'

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
