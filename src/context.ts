/**
 * The ports through which the tool reaches the world, and nothing else. `src/node` makes a real `World`, tests
 * hand in their own; `main` puts the output gate in front of it and hands commands a `Context`.
 * A function asks for what it uses: `Pick<Context, 'say' | 'now'>`.
 */

import type { Listener } from './ports/events.ts'
import type { Files, NamedText, PrivateFile, Trace, TraceFrame } from './ports/files.ts'
import type { Fetch, Listening, ListenOptions, Send, Serve, Transport } from './ports/http.ts'
import type { Jq } from './ports/jq.ts'
import type { JsonObject } from './ports/json.ts'
import type { Machine } from './ports/machine.ts'
import type { Secrets } from './ports/secrets.ts'
import type { Settings, SettingsReport } from './ports/settings.ts'
import type { CacheStore, Store } from './ports/store.ts'
import type { GatedScreen, Out, Pager, Screen, Sink, Source } from './ports/streams.ts'

/** The raw world: what `src/node` provides. Only `main` and the gate see its sinks. */
export interface World {
  readonly stdout: Sink
  readonly stderr: Sink
  readonly stdin: Source
  readonly env: Readonly<Record<string, string | undefined>>
  /** Fires on SIGINT, SIGTERM and SIGHUP; its reason is the `KivaError` that ends the run. */
  readonly signal: AbortSignal
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Lets due events in, such as signals: they wait for as long as work goes from one settled promise to the next. */
  yieldToEvents(): Promise<void>
  /** A fresh unguessable token of 32 characters `[0-9a-f]`. */
  nonce(): string
  /** Opens the address in the person's browser; false when that could not be done. */
  browse(url: string): Promise<boolean>
  /** Starts a program and its arguments as a pager in front of stdout; `undefined` where there is no such program. */
  pager(command: readonly string[]): Promise<Pager | undefined>
  /** Takes the terminal of stdout for as long as something is watched. */
  takeScreen(): Promise<Screen>
  /** Reads a small text file that the person named. Throws `KivaError` of kind `config`. */
  readFile(path: string): Promise<string>
  /** Costly: loaded for a run that writes to a file. */
  files(): Promise<Files>
  /**
   * Opens a trace, for its owner alone (0600). An older trace of that name is replaced, or an empty file; nothing else
   * is, and no link is followed. Throws `KivaError` of kind `config`.
   */
  openTrace(path: string, frame: TraceFrame): Promise<Trace>
  /** Costly: starts the thread in which jq runs, once. */
  jq(): Promise<Jq>
  /** Opens the network. Costly: undici is loaded here and nowhere else. */
  connect(transport: Transport): Promise<Send>
  /** The guarded file `<config folder>/<name>.json`. Costly: conf is loaded here and nowhere else. */
  store<T extends object>(name: string): Promise<Store<T>>
  /**
   * The settings file, guarded as a {@link Store}'s is, but plainly read: each run asks for it. `undefined` where there
   * is none, or no folder for one. Throws `KivaError` of kind `config`.
   */
  settingsFile(): Promise<NamedText | undefined>
  /**
   * Has a text edited by the person in their editor (VISUAL, else EDITOR), as a copy under this name, and resolves
   * with what has become of it. Throws `KivaError` of kind `config`, or the reason of `signal` once that has ended the
   * editor.
   */
  edit(name: string, text: string): Promise<string>
  /** What doctor looks at. */
  machine(): Promise<Machine>
  /** The cache of answers. Nothing is made or looked at before it is used. */
  cache(): Promise<CacheStore>
  /** Serves on loopback until closed. */
  listen(serve: Serve, options: ListenOptions): Promise<Listening>
  /**
   * Writes a private file (0600, in a folder 0700) into the config folder, for as long as this run needs it. Files
   * like it, `ca-1.pem` beside `ca-2.pem`, that are older than `lifetime` milliseconds were left behind by a run that
   * was killed, and are removed.
   */
  writePrivate(name: string, content: string, lifetime: number): Promise<PrivateFile>
}

/** What a command may use. */
export interface Context extends Omit<World, 'stdout' | 'stderr' | 'connect' | 'pager' | 'takeScreen'> {
  readonly stdout: Out
  readonly stderr: Out
  readonly settings: Settings
  readonly secrets: Secrets
  /** The way to the service: the network, or the sandbox in this process. Opened with the first request. */
  readonly fetch: Fetch
  /** Tells the listeners of this run what happens. */
  readonly emit: Listener
  /** A line of conversation on stderr, made safe; nothing with `--quiet`. */
  say(line: string): Promise<void>
  /** Takes the terminal of stdout, until it is closed. */
  takeScreen(): Promise<GatedScreen>
  /** What all settings are in this run, and where each comes from. */
  report(): Promise<SettingsReport>
  /** One record on stdout, or a list of them, in the output format asked for; to a person their `words`, where there are some. */
  print(records: JsonObject | readonly JsonObject[], words?: string): Promise<void>
}
