/**
 * The ports through which the tool reaches the outside world. `src/node` provides a real `World`, tests
 * provide their own. `main` adds the output gate and gives commands a `Context`. A function declares only the
 * ports it uses: `Pick<Context, 'say' | 'now'>`.
 */

import type { DatabaseFile, SqlBatch, SqlTemp, TypedColumn } from './database.ts'
import type { Listener } from './events.ts'
import type { Files, NamedText, PrivateFile, Trace, TraceFrame } from './files.ts'
import type { Fetch, Listening, ListenOptions, NetworkOptions, Send, Serve } from './http.ts'
import type { Json, JsonObject } from './json.ts'
import type { Jq, Machine, OwnProcess } from './process.ts'
import type { Env, Secrets, Settings, SettingsReport } from './settings.ts'
import type { CacheStore, StateFolder, Store } from './store.ts'
import type { GatedScreen, GatedTerminal, Out, Pager, RawTerminal, Screen, Sink, Source } from './streams.ts'

/** The raw world that `src/node` provides. Only `main` and the gate use its sinks. */
export interface World {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly stdin: Source
  readonly env: Env
  /** Fires on SIGINT, SIGTERM and other signals that ask the process to end; its reason is the `KivaError` that ends the run. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after this many milliseconds, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /**
   * Lets pending events run, such as signals.
   * They would otherwise wait while settled promises follow each other.
   */
  yieldToEvents(): Promise<void>
  /** Returns a fresh unguessable token of 32 characters `[0-9a-f]`. */
  nonce(): string
  /** Opens the address in the user's browser. Resolves with false if that fails. */
  browse(url: string): Promise<boolean>
  /**
   * Starts a program with its arguments as a pager for stdout.
   * Resolves with `undefined` if the program is not installed.
   */
  pager(command: readonly string[]): Promise<Pager | undefined>
  /** Takes over the terminal of stdout while `--watch` runs. */
  takeScreen(): Promise<Screen>
  /**
   * Takes the user's terminal in raw mode: that of stdin and stdout, or /dev/tty if one of them is something
   * else. Resolves with `undefined` if there is none.
   */
  takeTerminal(): Promise<RawTerminal | undefined>
  /** Reads a small text file that the user named. Throws `KivaError` of kind `config`. */
  readFile(path: string): Promise<string>
  /** Costly: loaded only for a run that writes to a file. */
  files(): Promise<Files>
  /**
   * Opens a private trace file (0600). It replaces only an older trace or an empty file, and follows no link.
   * Throws `KivaError` of kind `config`.
   */
  openTrace(path: string, frame: TraceFrame): Promise<Trace>
  /** Costly: the first call starts the thread that runs jq. */
  jq(): Promise<Jq>
  /** Opens the network. Costly: only this loads undici. */
  connect(transport: NetworkOptions): Promise<Send>
  /** Opens the protected file `<config folder>/<name>.json`. Costly: loads conf. */
  store<T extends object>(name: string): Promise<Store<T>>
  /** Opens the state folder, which may be missing. Touches no file before it is used. */
  state(): Promise<StateFolder>
  /**
   * Reads the settings file, with a {@link Store}'s checks but without conf, since every run calls this.
   * Resolves with `undefined` if there is no file, or no folder for one. Throws `KivaError` of kind `config`.
   */
  settingsFile(): Promise<NamedText | undefined>
  /**
   * Lets the user edit a text in their editor (VISUAL, else EDITOR) as a copy of this name, and resolves with
   * the result. Throws `KivaError` of kind `config`, or the reason of `signal` once that has ended the
   * editor.
   */
  edit(name: string, text: string): Promise<string>
  /** The facts that `kiva doctor` checks. */
  machine(): Promise<Machine>
  /**
   * Returns the database of this name in the data folder, which may be missing. Throws `KivaError` of kind `config` if the
   * runtime has no SQLite.
   */
  database(name: string): Promise<DatabaseFile>
  /**
   * Runs a statement of the user over the database of this name, outside of this thread. Its batches, at least one, are
   * computed as they are read, a few ahead. Throws `KivaError`, `SqlError` in SQLite's words, or the reason of `signal`.
   */
  query(name: string, statement: string, temp: SqlTemp): Promise<AsyncGenerator<SqlBatch, void>>
  /** Returns the reply cache. Touches no file before it is used. */
  cache(): Promise<CacheStore>
  /**
   * Starts kiva itself as another process with these words, with `input` on stdin, and with this environment.
   */
  startOwnProcess(words: readonly string[], input: string, env: Env): Promise<OwnProcess>
  /** Serves on loopback until closed. */
  listen(serve: Serve, options: ListenOptions): Promise<Listening>
  /**
   * Writes a private file (0600, in a folder 0700) into the config folder, for the duration of this run.
   * Removes files of the same pattern (`ca-1.pem` and `ca-2.pem`) older than `lifetime` milliseconds: killed
   * runs left them behind.
   */
  writePrivate(name: string, content: string, lifetime: number): Promise<PrivateFile>
}

/** How text for a person is laid out. */
export interface PrintStyle {
  /** Terminal columns to fit into; `undefined` for no limit. */
  readonly width: number | undefined
  readonly color: boolean
  /** Plain text for screen readers: nothing side by side, no bars. */
  readonly plain?: boolean | undefined
  /** Told which lines of the text open, counted from 0, and with which command: its words after `kiva`. */
  readonly opens?: ((line: number, words: readonly string[]) => void) | undefined
  /** A document in a file, in place of text for a terminal. */
  readonly document?: 'md' | 'html' | undefined
  /** Asked once all is read. */
  readonly made?: (() => Made) | undefined
}

/** When a document was made, by what and of what. */
export interface Made {
  /** The command line. */
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly isMadeUp: boolean
  /** Where else the records come from, and their age, in words; '' if the service or the sandbox has just sent them. */
  readonly from: string
}

/** Text for a person in place of records. A function returns `undefined` where it has none in a style. */
export type PrintWords = string | ((style: PrintStyle) => string | undefined | Promise<string>)

/** The names of columns, in order, or their types too. */
export type PrintColumns = readonly string[] | readonly TypedColumn[]

/** The rows of a statement of SQL: values in the order of the columns, whose names need not be distinct. */
export interface Rows {
  readonly columns: readonly TypedColumn[]
  readonly rows: AsyncIterable<readonly Json[]>
  /** How many rows decide the widths of a table. */
  readonly measured: number
}

/** The ports that a command may use. */
export interface Context
  extends Omit<World, 'stdout' | 'stderr' | 'connect' | 'pager' | 'takeScreen' | 'takeTerminal'> {
  readonly stdout: Out
  readonly stderr: Out
  readonly settings: Settings
  readonly secrets: Secrets
  /** Sends requests to the network or to the sandbox in this process. Opened at the first request. */
  readonly fetch: Fetch
  /** Sends an event to the listeners of this run. */
  readonly emit: Listener
  /** Adds a listener for the rest of the run. */
  observe(listener: Listener): void
  /** Prints a sanitized line on stderr; prints nothing with `--quiet`. */
  say(line: string): Promise<void>
  /** Takes the terminal of stdout, until it is closed. */
  takeScreen(): Promise<GatedScreen>
  /** As in {@link World.takeTerminal}, behind the gate. Messages on stderr wait until it is closed. */
  takeTerminal(): Promise<GatedTerminal | undefined>
  /**
   * Returns the lender id that `@me` stands for. Sends one request if the login has a token without an account, and
   * only once in a run. Throws `KivaError` of kind `auth` if it is unknown.
   */
  me(): Promise<string>
  /** Returns the value and the source of every setting. */
  report(): Promise<SettingsReport>
  /**
   * Prints one record or a list on stdout in the selected output format.
   * A terminal gets `words` instead, if given, and so does a document if they are a page, which knows its style.
   * `columns` names the fields of formats with columns, whose header then does not depend on the records.
   */
  print(
    records: JsonObject | readonly JsonObject[] | AsyncIterable<JsonObject>,
    words?: PrintWords,
    columns?: PrintColumns,
  ): Promise<void>
  /** Prints rows on stdout in the selected output format. */
  printRows(rows: Rows): Promise<void>
}
