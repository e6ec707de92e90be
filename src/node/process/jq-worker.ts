/** The worker thread in which jq runs: answers each call in turn. */
import { parentPort } from 'node:worker_threads'
import type { JqOutput } from '../../ports/jq.ts'
import { loadEngine, type RunJq } from './jq-engine.ts'

/** What jq printed, or why it ran out of memory. */
export type JqAnswer = JqOutput | { readonly cause: unknown }

// jq's runtime writes to the console when its memory runs out; jq.ts reports the error instead.
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
