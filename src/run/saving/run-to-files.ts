/** Runs an invocation with its output in files instead of stdout. The files are closed when the run ends. */
import { typeOf } from '../../api/endpoint.ts'
import type { ActionInvocation, EndpointInvocation } from '../../cli/invocation.ts'
import { KivaError } from '../../core/errors.ts'
import type { OutputFile } from '../../core/files.ts'
import { counted, withThousands } from '../../core/numbers.ts'
import type { Out, Sink } from '../../core/streams.ts'
import { size } from '../../output/words/line.ts'
import { lasting } from '../../output/words/span.ts'
import type { RecordPage, ResumePoint } from '../../records/reading.ts'
import { noResumePoint } from '../../records/reading.ts'
import type { RunContext } from '../make-context.ts'
import type { Delivery, DeliveryObserver } from '../print/delivery.ts'
import { printToolRecords, printToolRows } from '../print/print-tool-records.ts'
import { writeCheckpoint } from './checkpoint.ts'
import { openFiles, type RunFiles } from './open-files.ts'

/** Runs an invocation that names files; `gate` wraps each file. Throws `KivaError`. */
export async function runToFiles(
  invocation: EndpointInvocation,
  context: RunContext,
  gate: (sink: Sink) => Out,
  run: (context: RunContext, observer: DeliveryObserver) => Promise<void>,
): Promise<void> {
  const { noun } = typeOf(invocation.endpoint)
  const { groups } = invocation
  const runFiles = await openFiles(invocation, context)
  const isFiltered = Boolean(invocation.filter ?? invocation.mark)
  const count = (records: number) =>
    isFiltered ? `the matches of ${counted(records, noun)}` : counted(records, noun)
  if ('finished' in runFiles) {
    return context.say(`${invocation.files.out} was already complete: ${count(runFiles.finished.delivered)}.`)
  }
  /** How many records a filter kept in earlier runs is not known. */
  const written = ({ before, delivered, matched }: Delivery) =>
    groups
      ? `${groups.isCount ? 'the number' : 'groups'} of ${counted(delivered, noun)}`
      : isFiltered && before === 0
        ? counted(matched, noun)
        : count(delivered)
  await writeFiles(runFiles, context, gate, {
    summary: (delivery) => `${delivery ? written(delivery) : 'the document'} to ${invocation.files.out}`,
    run,
  })
}

/** Runs an action with the records that it prints in a file. Throws `KivaError`; there is no file if that was before it printed. */
export async function runActionToFile(
  invocation: ActionInvocation,
  context: RunContext,
  gate: (sink: Sink) => Out,
  act: (context: RunContext) => Promise<void>,
): Promise<void> {
  let records = 0
  const runFiles = await openFiles(invocation, context)
  if ('finished' in runFiles) throw new KivaError('bug', 'an action has no checkpoint')
  await writeFiles(runFiles, context, gate, {
    summary: () => `${counted(records, invocation.action.saves ?? 'records')} to ${invocation.files.out}`,
    run: async (toFile, writer) => {
      // The action prints once. Marks that it moves afterwards are those of a file that is complete.
      const save = async (printing: Promise<number>) => {
        records = await printing
        await writer.onComplete(undefined)
      }
      await act({
        ...toFile,
        print: (...printed) => save(printToolRecords(printed, toFile, writer.keepsPartialOutput)),
        printRows: (rows) => save(printToolRows(rows, toFile, writer.keepsPartialOutput)),
      })
    },
  })
}

/** Runs with stdout in the files. `summary` says what was written, such as `20 loans to FILE`. */
async function writeFiles(
  runFiles: RunFiles,
  context: RunContext,
  gate: (sink: Sink) => Out,
  {
    summary,
    run,
  }: {
    readonly summary: (delivery: Delivery | undefined) => string
    readonly run: (context: RunContext, observer: DeliveryObserver) => Promise<void>
  },
): Promise<void> {
  const began = context.now()
  const { out, missing, from } = runFiles
  const behindGate = (file: OutputFile) => gate(sinkOf(file, context.signal))
  const writer = new CheckpointWriter(runFiles, missing && behindGate(missing), async (bytes, delivery) => {
    const before = from?.delivered ? `, ${withThousands(from.delivered)} of them in earlier runs` : ''
    const time = lasting(context.now() - began)
    await context.say(`Wrote ${summary(delivery)}: ${size(bytes)} in ${time}${before}.`)
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

/**
 * Reports a finished file with its size in bytes and its records; `delivery` is `undefined` for a document.
 */
type Report = (bytes: number, delivery: Delivery | undefined) => Promise<void>

/** Manages the files of a run: saves a checkpoint after each page, and closes the files when the run ends. */
class CheckpointWriter implements DeliveryObserver {
  readonly from: ResumePoint | undefined
  readonly continued: boolean
  readonly keepsPartialOutput: boolean
  readonly #runFiles: RunFiles
  /** The list of ids that were not found, behind the gate. */
  readonly #missing: Out | undefined
  readonly #report: Report
  #reached: ResumePoint
  #hasCheckpoint = false
  /** Whether the list of missing ids has any content. */
  #hasMissing = false
  #isComplete = false
  /** Whether a person has said that the whole list may be read: the line that resumes says it with --all. */
  #isAllowed = false

  /** Returns the SHA-256 of a text. */
  readonly digest: (text: string) => string

  /** `report` announces the complete file. */
  constructor(runFiles: RunFiles, missing: Out | undefined, report: Report) {
    this.#runFiles = runFiles
    this.#missing = missing
    this.#report = report
    this.from = runFiles.from
    this.continued = runFiles.continued
    this.digest = runFiles.files.digest
    this.keepsPartialOutput =
      runFiles.out === undefined || runFiles.out.isStream || runFiles.checkpoint !== undefined
    this.#reached = runFiles.from ?? noResumePoint
  }

  async onPage(page: RecordPage, delivery: Delivery): Promise<void> {
    const lines = (page.missing ?? []).map((id) => `${id}\n`)
    if (lines.length > 0) {
      await this.#missing?.write(lines.join(''), 'wire')
      this.#hasMissing = true
    }
    // A run cannot resume while the renderer holds records, as a table does with its first page.
    if (delivery.delivered < delivery.taken) return
    this.#reached = delivery.writtenUpTo
    await this.save()
  }

  onAllowed(): void {
    this.#isAllowed = true
  }

  async onComplete(delivery: Delivery | undefined): Promise<void> {
    const { out, missing } = this.#runFiles
    this.#reached = delivery?.writtenUpTo ?? this.#reached
    await this.save(true)
    const bytes = await out?.complete()
    await missing?.complete()
    this.#isComplete = true
    if (bytes !== undefined) await this.#report(bytes, delivery)
  }

  /** Writes the checkpoint, if one is enabled. */
  async save(finished = false): Promise<void> {
    const { checkpoint, out, missing, files } = this.#runFiles
    if (!checkpoint || !out) return
    const { place, command } = checkpoint
    const written = await out.mark()
    const fields = { command, out: out.path, written, missing: await missing?.mark(), finished }
    await files.replace(place, writeCheckpoint({ ...fields, reached: this.#reached }, files.digest))
    this.#hasCheckpoint = true
  }

  /** Closes the files of a failed run. Returns the error, with a hint on how to resume. */
  async fail(error: unknown): Promise<unknown> {
    const { out, missing, checkpoint, files } = this.#runFiles
    if (this.#isComplete) return error
    const canResume = checkpoint && this.#hasCheckpoint && (this.#reached.delivered > 0 || !isFinal(error))
    const isThere = await (canResume ? out?.leave() : out?.discard())
    await (canResume || this.#hasMissing ? missing?.leave() : missing?.discard())
    if (canResume)
      return isThere ? withHint(error, checkpoint.howToResume + (this.#isAllowed ? ' --all' : '')) : error
    if (checkpoint && this.#hasCheckpoint) await files.remove(checkpoint.place).catch(() => {})
    return error
  }
}

/** After an invalid request there is nothing to resume. */
const isFinal = (error: unknown) =>
  error instanceof KivaError && (error.kind === 'usage' || error.kind === 'refused')

function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof KivaError)) return error
  return error.copyWith(error.kind, error.sentence, {
    hint: (kiva) => [error.hintFor(kiva), hint].filter(Boolean).join(' '),
  })
}
