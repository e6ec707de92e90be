/**
 * Runs a statement in a worker thread, since nothing can interrupt SQLite: this thread handles signals meanwhile. Where a
 * thread could take this process with it, the statement has a process of its own.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'
import {
  type DatabaseFile,
  type SqlBatch,
  SqlError,
  type SqlTemp,
  tooMuchMemory,
} from '../../core/database.ts'
import { type ErrorKind, KivaError } from '../../core/errors.ts'
import { foreign, sentence } from '../../core/foreign-text.ts'
import { codeOf } from '../files/file-permissions.ts'
import { databaseFile, hasLimits } from '../store/database.ts'

/** The first message to the thread. Each later one asks for one more batch. */
interface Question {
  readonly folder: string
  /** The name of the database. */
  readonly name: string
  readonly statement: string
  readonly temp: SqlTemp
}

type Message = Question | 'next'

/** The batch that was asked for, `null` after the last, or the error in its place. */
type Answer = { readonly batch: SqlBatch | null } | { readonly problem: Problem }

interface Problem {
  readonly kind: ErrorKind | 'sql'
  readonly message: string
  readonly hint?: string | undefined
}

interface Call {
  resolve(batch: SqlBatch | null): void
  reject(reason: unknown): void
}

/** The side that computes. */
interface Other {
  send(message: Message): void
  /** Lets this process end, even while a batch is being computed. */
  leave(isComputing: () => boolean, signal: AbortSignal): void
}

/** The batches under way, so that neither side waits for the other. More would fill the memory of a slow reader. */
const ahead = 2

/** In MiB, for JavaScript. SQLite has limits of its own. */
const mostMemory = 512

/**
 * Starts a statement, and returns its batches. `folder` has the worker script. When `signal` fires, reading rejects with
 * its reason.
 */
export function query(
  question: Question,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<SqlBatch, void> {
  signal.throwIfAborted()
  const script = join(folder, 'sql-worker.cjs')
  const calls: Call[] = []
  let underWay = 0
  let failure: { readonly reason: unknown } | undefined
  const fail = (reason: unknown) => {
    failure ??= { reason }
    for (const { reject } of calls.splice(0)) reject(reason)
  }
  const onAnswer = (answer: Answer) => {
    const isLast = 'problem' in answer || answer.batch === null
    underWay = isLast ? 0 : underWay - 1
    if ('problem' in answer) fail(errorOf(answer.problem))
    else calls.shift()?.resolve(answer.batch)
  }
  const other = needsProcess() ? openProcess(script, onAnswer, fail) : openThread(script, onAnswer, fail)
  const ask = (message: Message): Promise<SqlBatch | null> => {
    const answer = new Promise<SqlBatch | null>((resolve, reject) => {
      if (failure) throw failure.reason
      calls.push({ resolve, reject })
      underWay += 1
      other.send(message)
    })
    // The reader may leave before it gets there.
    answer.catch(() => {})
    return answer
  }
  const leave = () => {
    signal.removeEventListener('abort', stop)
    other.leave(() => underWay > 0, signal)
  }
  const stop = () => {
    fail(signal.reason)
    leave()
  }
  signal.addEventListener('abort', stop)
  const asked = [ask(question), ...Array.from({ length: ahead - 1 }, () => ask('next'))]
  return (async function* () {
    try {
      for (;;) {
        const batch = await asked.shift()
        if (!batch) return
        asked.push(ask('next'))
        // Signals are handled between turns of the event loop, and a turn lasts while a thread answers quickly.
        await setImmediate()
        yield batch
      }
    } finally {
      leave()
    }
  })()
}

function errorOf({ kind, message, hint }: Problem): Error {
  return kind === 'sql' ? new SqlError(message) : new KivaError(kind, sentence`${foreign(message)}`, { hint })
}

/**
 * Without limits, a long text ends the whole process (Node.js 22). And on Windows, Node.js cannot end while a thread
 * computes.
 */
const needsProcess = () => !('bun' in process.versions) && (process.platform === 'win32' || !hasLimits())

const startWorker = (script: string) =>
  new Worker(script, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostMemory } })

/** In bytes, of this whole process: some functions of SQLite have no limit. */
const mostResident = 1_500_000_000

/** This thread is free to look while SQLite computes. */
const watchMemory = (tell: (problem: Problem) => void) =>
  setInterval(() => {
    if (process.memoryUsage.rss() > mostResident) tell(problemOf(tooMuchMemory()))
  }, 100).unref()

const problemOfWorker = (cause: unknown): Problem =>
  codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY' ? problemOf(tooMuchMemory()) : problemOf(cause)

function openThread(
  script: string,
  onAnswer: (answer: Answer) => void,
  fail: (reason: unknown) => void,
): Other {
  const worker = startWorker(script)
  worker.on('message', onAnswer)
  worker.on('error', (cause) => fail(errorOf(problemOfWorker(cause))))
  const watch = watchMemory((problem) => fail(errorOf(problem)))
  return {
    send: (message) => worker.postMessage(message),
    leave(isComputing, signal) {
      worker.unref()
      clearInterval(watch)
      // Bun does not wait for a thread at exit. Node.js would, for as long as SQLite computes.
      if ('bun' in process.versions) return
      process.once('exit', (code) => {
        if (isComputing()) endAtOnce(code, signal)
      })
    },
  }
}

/** Ends this process with all its threads: by the signal that asked for it, or by becoming a program that ends. */
function endAtOnce(code: number, { aborted, reason }: AbortSignal): void {
  if (aborted) {
    const name = reason instanceof KivaError && reason.kind === 'interrupted' ? 'SIGINT' : 'SIGTERM'
    process.removeAllListeners(name)
    process.kill(process.pid, name)
  }
  const { execve } = process as typeof process & {
    execve(path: string, words: readonly string[], env: Readonly<Record<string, string>>): never
  }
  execve(process.execPath, [process.execPath, '-e', `process.exitCode = ${code}`], {})
}

function openProcess(
  script: string,
  onAnswer: (answer: Answer) => void,
  fail: (reason: unknown) => void,
): Other {
  const child = fork(script, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${mostMemory}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', onAnswer)
  // V8 ends the process for a text that is too long for it.
  child.once('exit', () => fail(tooMuchMemory()))
  child.once('error', (cause) => fail(new KivaError('config', 'cannot start another kiva', { cause })))
  return {
    send: (message) => void child.send(message, () => {}),
    leave: () => void child.kill('SIGKILL'),
  }
}

/** The side that computes: answers each message with a batch. */
export function serveSql(
  answersTo: (file: DatabaseFile, statement: string, temp: SqlTemp, now: () => number) => Iterator<SqlBatch>,
): void {
  const port = parentPort
  if (!port) {
    relay()
    return
  }
  let batches: Iterator<SqlBatch> | undefined
  port.on('message', (message: Message) => {
    const answer = ((): Answer => {
      try {
        if (message !== 'next')
          batches = answersTo(
            databaseFile(message.folder, message.name),
            message.statement,
            message.temp,
            Date.now,
          )
        return { batch: batches?.next().value ?? null }
      } catch (problem) {
        return { problem: problemOf(problem) }
      }
    })()
    port.postMessage(answer)
    if ('problem' in answer || answer.batch === null) port.close()
  })
}

/** In a process of its own, this thread only notices that the other process has ended. */
function relay(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // This process itself runs the worker script.
  const worker = startWorker(process.argv[1] ?? '')
  const send = (answer: Answer) => void process.send?.(answer)
  worker.on('message', send)
  worker.on('error', (cause) => send({ problem: problemOfWorker(cause) }))
  watchMemory((problem) => send({ problem }))
  process.on('message', (message: Message) => worker.postMessage(message))
}

function problemOf(problem: unknown): Problem {
  if (problem instanceof SqlError) return { kind: 'sql', message: problem.message }
  if (problem instanceof KivaError)
    return { kind: problem.kind, message: problem.message, hint: problem.hint }
  return {
    kind: 'bug',
    message: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem),
  }
}
