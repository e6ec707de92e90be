/** Runs an invocation with its output in files instead of stdout. The files are closed when the run ends. */
import { typeOf } from '../../api/endpoint.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import { size } from '../../output/words/size.ts'
import { lasting } from '../../output/words/span.ts'
import type { OutputFile } from '../../ports/files.ts'
import type { Out, Sink } from '../../ports/streams.ts'
import { counted, withThousands } from '../../thousands.ts'
import type { RunContext } from '../make-context.ts'
import type { Delivery } from '../print/delivery.ts'
import type { DeliveryObserver } from '../print/delivery-observer.ts'
import { CheckpointWriter } from './checkpoint-writer.ts'
import { openFiles } from './open-files.ts'

/** Runs an invocation, with an optional observer. */
export type Run = (context: RunContext, observer?: DeliveryObserver) => Promise<void>

/** Runs an invocation that names files; `gate` wraps each file. Throws `KivaError`. */
export async function runToFiles(
  invocation: EndpointInvocation,
  context: RunContext,
  gate: (sink: Sink) => Out,
  run: Run,
): Promise<void> {
  const began = context.now()
  const { noun } = typeOf(invocation.endpoint)
  const runFiles = await openFiles(invocation, context)
  const isFiltered = Boolean(invocation.filter ?? invocation.mark)
  const count = (records: number) =>
    isFiltered ? `the matches of ${counted(records, noun)}` : counted(records, noun)
  if ('finished' in runFiles) {
    return context.say(`${invocation.files.out} was already complete: ${count(runFiles.finished.delivered)}.`)
  }
  const { out, missing, from } = runFiles
  const behindGate = (file: OutputFile) => gate(sinkOf(file, context.signal))
  /** How many records a filter kept in earlier runs is not known. */
  const written = ({ before, delivered, matched }: Delivery) =>
    isFiltered && before === 0 ? counted(matched, noun) : count(delivered)
  const writer = new CheckpointWriter(runFiles, missing && behindGate(missing), async (bytes, delivery) => {
    const what = delivery ? written(delivery) : 'the document'
    const before = from?.delivered ? `, ${withThousands(from.delivered)} of them in earlier runs` : ''
    const time = lasting(context.now() - began)
    await context.say(`Wrote ${what} to ${invocation.files.out}: ${size(bytes)} in ${time}${before}.`)
  })
  try {
    await writer.save()
    await run(out ? { ...context, stdout: behindGate(out) } : context, writer)
  } catch (error) {
    throw await writer.fail(context.signal.aborted ? context.signal.reason : error)
  }
}

/** A signal ends the run between two records, never within one. */
function sinkOf(file: OutputFile, signal: AbortSignal): Sink {
  return {
    isTerminal: file.isTerminal,
    columns: 80,
    write: async (chunk) => {
      signal.throwIfAborted()
      await file.write(chunk)
    },
  }
}
