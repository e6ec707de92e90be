/** The tool `sql`: runs `kiva sql` as another process, because nothing can interrupt a statement in this one. */
import { parseJson } from '../api/wire/json.ts'
import type { Context } from '../core/context.ts'
import { type ErrorKind, KivaError } from '../core/errors.ts'
import { exitCodes } from '../core/exit-codes.ts'
import { foreign, sentence } from '../core/foreign-text.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import type { Env } from '../core/settings.ts'
import { cleanRecord } from '../output/gate/text.ts'
import { valuesFromJson } from './arguments.ts'
import { mirrorName } from './call.ts'
import { inputsOf, sqlLimits, type Tool } from './tools.ts'

export interface SqlPorts extends Pick<Context, 'settings' | 'env' | 'sleep' | 'startOwnProcess'> {
  /** Fires when the client cancels the call. */
  readonly signal: AbortSignal
  /** Runs one statement after the other. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** The most characters of an answer's rows: about that of a hundred loans. */
const mostText = 50_000

/** Returns the rows of a statement, or without one the tables and their columns. Throws `KivaError`. */
export async function callSql(tool: Tool, given: Json, ports: SqlPorts): Promise<JsonObject> {
  const { statement } = valuesFromJson({ path: '', params: inputsOf(tool) }, given)
  const { rows, isCut } = await ports.inTurn(() => run(statement as string | undefined, ports))
  const from = mirrorName(ports.settings)
  return statement === undefined
    ? { from, tables: tablesOf(rows) }
    : { from, records: rows.map(cleanRecord), more: isCut }
}

interface Rows {
  readonly rows: readonly Json[]
  /** Whether there are more rows. */
  readonly isCut: boolean
}

async function run(statement: string | undefined, ports: SqlPorts): Promise<Rows> {
  const { signal, sleep, env, startOwnProcess } = ports
  signal.throwIfAborted()
  // Statements of an agent must not fill the disk.
  const asked = statement === undefined ? [] : ['-', '--temp', 'memory']
  const words = ['sql', ...asked, '--output', 'ndjson', '--quiet']
  const child = await startOwnProcess(words, statement ?? '', environmentOf(env))
  const done = new AbortController()
  let isLate = false
  const late = async () => {
    await sleep(sqlLimits.time, AbortSignal.any([signal, done.signal]))
    isLate = true
    child.kill()
  }
  late().catch(() => {})
  signal.addEventListener('abort', child.kill, { once: true })
  try {
    const found = await readRows(child.stdout)
    if (found.isCut) {
      if (found.rows.length > 0) return found
      throw new KivaError('refused', 'the first row is too long for an answer', {
        hint: 'Choose fewer columns, or a part of a text with substr().',
      })
    }
    const { code, stderr } = await child.ended
    signal.throwIfAborted()
    if (isLate)
      throw new KivaError('refused', `the statement took longer than ${sqlLimits.time / 1000} s`, {
        hint: 'Ask for less: fewer rows of derived(), or a WHERE on a column.',
      })
    if (code !== 0) throw problemOf(code, stderr)
    return found
  } finally {
    done.abort()
    signal.removeEventListener('abort', child.kill)
    child.kill()
  }
}

/** Reads rows until there are enough. */
async function readRows(stdout: AsyncIterable<string>): Promise<Rows> {
  const rows: Json[] = []
  let [rest, size] = ['', 0]
  for await (const chunk of stdout) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      size += line.length
      if (rows.length === sqlLimits.rows || size > mostText) return { rows, isCut: true }
      rows.push(parseJson(line))
    }
    // One row can be longer than all that may be answered.
    if (size + rest.length > mostText) return { rows, isCut: true }
  }
  return { rows, isCut: false }
}

/** The settings of this server and its tokens are not for the other process, which reads the mirror only. */
const environmentOf = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^KIVA_/i.test(name) || /^KIVA_\w+_DIR$/i.test(name)),
  )

/** Returns the columns of each table: `id integer, name text`. */
function tablesOf(rows: readonly Json[]): JsonObject {
  const tables: Record<string, string> = {}
  for (const row of rows) {
    if (!isObject(row)) continue
    const { table, column, type } = row
    const before = tables[String(table)]
    const words = type ? `${String(column)} ${String(type)}` : String(column)
    tables[String(table)] = before === undefined ? words : `${before}, ${words}`
  }
  return tables
}

/** Returns the error of the other kiva, which it printed as JSON. */
function problemOf(code: number | null, stderr: string): KivaError {
  try {
    const printed = parseJson(stderr.trim().split('\n').at(-1) ?? '')
    const { kind, message, hint } = (isObject(printed) ? printed['error'] : undefined) as JsonObject
    if (Object.hasOwn(exitCodes, String(kind)))
      return new KivaError(kind as ErrorKind, sentence`${foreign(String(message))}`, {
        hint:
          typeof hint === 'string'
            ? hint.replace('kiva sql lists', 'sql without a statement lists')
            : undefined,
      })
  } catch {
    // Something else than kiva ended it.
  }
  return new KivaError('bug', `kiva sql ended with ${code === null ? 'a signal' : `code ${code}`}`)
}
