// biome-ignore-all lint/style/noExcessiveLinesPerFile: every port is here
/**
 * The ports through which the tool reaches the world, and nothing else. `src/node` makes a real `World`, tests
 * hand in their own; `main` puts the output gate in front of it and hands commands a `Context`.
 * A function asks for what it uses: `Pick<Context, 'say' | 'now'>`.
 */

import type { KivaError } from './errors.ts'
import type { ExactNumber } from './exact-number.ts'

/** A request as plain values. `url` is sent exactly as written: it is what was signed. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A reply whose body is larger fails, and is not read to its end; 50 MiB when left out. */
  readonly mostBytes?: number
}

/** A whole reply as plain values; `body` is already decompressed. */
export interface HttpReply {
  readonly status: number
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** How it came, where it came over a network. */
  readonly transfer?: Transfer
  /** Milliseconds since the service gave or confirmed it, where it comes from the cache. */
  readonly cacheAge?: number
}

export interface Transfer {
  /** Bytes of the body as they came: packed, where they were. */
  readonly bytes: number
  /** Milliseconds from asking to the end of the reply's head. */
  readonly untilHead: number
}

/**
 * Sends one request and reads the whole reply. Never follows a redirect, never retries.
 * Throws `KivaError` of kind `network` when no whole reply came, `interrupted` when `signal` fired.
 */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>

export interface Transport {
  /** Milliseconds for the whole exchange. */
  readonly timeout: number
  /** PEM file of one more certificate authority. */
  readonly caFile?: string | undefined
  /** Told of each new connection, and the milliseconds that it took; an exchange without one used an old one. */
  readonly onConnect?: (host: string, milliseconds: number) => void
}

/** A stream to a person or a program. `write` resolves when more may be written; stdout's throws `ReaderGone`. */
export interface Sink {
  readonly isTerminal: boolean
  /** Columns of the terminal; 80 where it has none. */
  readonly columns: number
  /** Rows of the terminal, where it has some. */
  readonly rows?: number | undefined
  /** Whether a write was lost because nobody reads any more; nobody will read the next one either. */
  readonly isGone?: boolean | undefined
  write(chunk: string | Uint8Array): Promise<void>
}

/** A program that shows a long text a screen at a time; a write throws `ReaderGone` once the person has left it. */
export interface Pager extends Sink {
  /** Fires with a `ReaderGone` when it ends, however it does. */
  readonly left: AbortSignal
  /** Ends the text, and resolves when the person has left. */
  close(): Promise<void>
}

/** The whole terminal: each write is what it shows from then on, a text of at most so many rows. */
export interface Screen extends Sink {
  /** Gives it back as it was before. Never throws. */
  close(): Promise<void>
}

export interface Source {
  readonly isTerminal: boolean
  /** Everything up to the end of input, as UTF-8 text. */
  readAll(): Promise<string>
  /**
   * One line without its line end, or `undefined` at the end of input; rejects with the reason of the world's signal,
   * or of `stop`, once that fires. With `echo: false` a terminal shows nothing typed.
   */
  readLine(options?: { readonly echo?: boolean; readonly stop?: AbortSignal }): Promise<string | undefined>
}

/** A file of small structured data in the config folder, guarded: see `src/node/files/store.ts`. */
export interface Store<T> {
  /** Where it is or would be. */
  readonly path: string
  /** The file's content, `undefined` when there is none. Throws `KivaError` of kind `config`. */
  read(): Promise<T | undefined>
  /** Changes the file as a whole, atomically, one process at a time; `undefined` removes it. */
  update(change: (old: T | undefined) => T | undefined): Promise<void>
  /** Writes the file without reading what stands there, so over a corrupt one too. */
  replace(content: T): Promise<void>
  /** Removes the file without reading it, so a corrupt one too; false when there is none. */
  remove(): Promise<boolean>
  /** Permission bits of the file, `undefined` when there is none. */
  mode(): Promise<number | undefined>
}

/** What of a file had been written at one moment. */
export interface FileMark {
  readonly bytes: number
  /** SHA-256 of these bytes, in hexadecimal. */
  readonly sha256: string
}

/**
 * The name under which a file is written until it is complete: a name that nobody knows, its own name and `.part`, for
 * another run to go on with; or its own, as far as it goes. Before, an older file stays as it is, but for the last.
 */
export type WorkName = 'temporary' | 'part' | 'own'

export interface FileOptions {
  /** Whether an older file may be replaced. */
  readonly overwrite: boolean
  readonly until: WorkName
}

/** A file being written. Throws `KivaError` of kind `config`, and `ReaderGone` where it is a pipe that nobody reads. */
export interface OutputFile {
  /** Where it stands when it is complete; absolute. */
  readonly path: string
  /** Something that takes what is written at once and for good: a pipe, a terminal, a device. */
  readonly isStream: boolean
  readonly isTerminal: boolean
  /** Takes bytes; they may be handed on later. */
  write(chunk: string | Uint8Array): Promise<void>
  /** Hands on what was taken, and tells what that comes to. */
  mark(): Promise<FileMark>
  /** Puts it in its place, whole. Resolves with its bytes. */
  complete(): Promise<number>
  /** Closes it, for another run to go on with; false where somebody removed or replaced it. Never throws. */
  leave(): Promise<boolean>
  /** Gives it up: what was written is removed, but from a stream. Never throws, and does nothing to what is complete. */
  discard(): Promise<void>
}

/** A file of a run, and the option or stream that names it. */
export interface FileName {
  readonly option: string
  readonly named: string
  /** Stands behind the name of a file that is made beside it. */
  readonly suffix?: string
}

/** Files that the person named, besides the streams. All throw `KivaError` of kind `config`. */
export interface Files {
  create(path: string, options: FileOptions): Promise<OutputFile>
  /** Goes on with what another run has left, from a mark on; `undefined` where there is nothing. */
  reopen(path: string, mark: FileMark, options: FileOptions): Promise<OutputFile | undefined>
  /** Where a file of that name stands, or would. */
  absolute(path: string): Promise<string>
  isThere(path: string): Promise<boolean>
  /** The first two names of different options that mean one file, whether it is there yet or not. */
  findSame(names: readonly FileName[]): Promise<readonly [FileName, FileName] | undefined>
  /** The whole of a small text file; `undefined` where there is none. */
  read(path: string): Promise<string | undefined>
  /** The same as bytes, whatever their encoding. */
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** Writes a file of the person's, whole or not at all: a link to it, its mode and its owner stay. */
  rewrite(path: string, content: Uint8Array): Promise<void>
  /** Writes a small file at an absolute path, for its owner alone, whole or not at all, in place of an older one. */
  replace(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
  /** Makes the folder of a file that is to be created, and those above it, where they are missing. */
  makeFolderOf(path: string): Promise<void>
  /** SHA-256 of a text, in hexadecimal. */
  digest(text: string): string
}

/** How an expression of jq is run. */
export interface JqOptions {
  /** It sees one array of all inputs. */
  readonly slurp: boolean
  /** Strings by the names of the variables that hold them. */
  readonly variables: readonly (readonly [name: string, value: string])[]
}

/** What jq printed. */
export interface JqOutput {
  /** A compact result a line. */
  readonly results: string
  /** What it had to say, failures too. */
  readonly messages: string
  /** The program is none. */
  readonly isWrong: boolean
}

/**
 * Runs a program over JSON texts, one after the other. Rejects with `KivaError` of kind `usage` when jq runs out of memory,
 * and with the signal's reason once the run is interrupted.
 */
export type Jq = (program: string, input: string, options: JqOptions) => Promise<JqOutput>

/** What stands around the entries of a trace. */
export interface TraceFrame {
  /** Begins the file; its first letters, `known`, tell a trace of this tool from any other file. */
  readonly head: string
  readonly known: string
  readonly tail: string
}

/** A file of entries with commas between, that is whole after each of them: the next takes the place of the tail. */
export interface Trace {
  /** Throws `KivaError` of kind `config`; what was written before stays whole. */
  add(entry: string): void
}

/** An answer as it is kept: its bytes, and what has to be known of it. */
export interface CacheEntry {
  readonly about: JsonObject
  readonly body: Uint8Array
}

/** What is kept, without looking into it. Times in milliseconds since the epoch. */
export interface CacheContent {
  readonly entries: number
  readonly bytes: number
  readonly oldest?: number
  readonly newest?: number
}

/** The guarded folder of answers: see `src/node/files/cache-store.ts`. Each throws `KivaError` of kind `config`. */
export interface CacheStore {
  /** Where it is or would be. */
  readonly path: string
  /** The entry of a key; `undefined` when there is none, or none that is whole. */
  get(key: string): Promise<CacheEntry | undefined>
  /** Keeps an entry as a whole. Others may go for it, the oldest first. */
  set(key: string, entry: CacheEntry): Promise<void>
  content(): Promise<CacheContent>
  /** Removes every entry; what was removed. */
  clear(): Promise<CacheContent>
}

export interface PrivateFile {
  readonly path: string
  /** Removes it, unless somebody else wrote it anew. */
  remove(): Promise<void>
}

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

export interface ListenOptions {
  /** 0 lets the system choose. Always on a loopback address. */
  readonly port: number
  /** PEM key and certificate; without them plain HTTP is spoken. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** A reply of a server, and what becomes of it on its way; without more words it arrives whole. */
export interface Served extends HttpReply {
  /** The connection ends after so many bytes of the body. */
  readonly cutAfter?: number
  /** It ends by a reset, not in order; without `cutAfter` before anything is answered. */
  readonly reset?: true
  /** The body goes out in so many pieces, with so many milliseconds between them. */
  readonly drip?: { readonly pieces: number; readonly pause: number }
  /** So many bytes of blanks follow the body. */
  readonly padding?: number
}

/** What a server does with one request. */
export type Serve = (request: HttpRequest) => Promise<Served>

/** A text and the path of its file. */
export interface NamedText {
  readonly path: string
  readonly text: string
}

/** The machine and the process that a run has got, for those who look for what is wrong with them. */
export interface Machine {
  /** What runs this program, such as `Node.js 20.20.2`. */
  readonly runtime: string
  /** Such as `linux x64`. */
  readonly platform: string
  /** Each folder and file of the tool, in the order they matter. */
  places(): readonly Place[]
  /** The proxy on the way to an address, without its password. Throws `KivaError` of kind `config`. */
  proxyFor(url: string): { readonly address: string; readonly variable: string } | undefined
  /** Whether a variable slows every start of this runtime. */
  readonly readsMoreAuthorities: boolean
}

/** A folder or file of the tool, as it is found. */
export interface Place {
  readonly name: string
  /** Where it is or would be; nothing where no folder can be named. */
  readonly path?: string
  /** Permission bits in octal, such as `0700`; nothing where it is not there, or the platform has none. */
  readonly mode?: string
  readonly isThere: boolean
  /** Why it cannot be used. */
  readonly problem?: KivaError
}

/** Any JSON value, as decoded. */
export type Json = null | boolean | number | ExactNumber | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

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

/** Scheme, host and port of a service as `URL` writes them: made by `parseOrigin` of `api/origins.ts` alone. */
export type Origin = `${'http' | 'https'}://${string}`

/** What the global options, the environment and the defaults came to, as far as it concerns a command. */
export interface Settings {
  /** Of the API. */
  readonly baseUrl: Origin
  /** Of the authorization page. */
  readonly authUrl: Origin
  readonly appId: string | undefined
  readonly caFile: string | undefined
  /** Milliseconds for one exchange. */
  readonly timeout: number
  /** Whether the embedded sandbox answers in place of the network. */
  readonly sandbox: boolean
  /** 0 silent about it, 1 requests and timing (`-v`), 2 all of it, stacks included (`--debug`). */
  readonly verbosity: 0 | 1 | 2
  readonly quiet: boolean
  /** The words of the command line that say which service this run is about: the next command needs them too. */
  readonly mode: readonly string[]
  /** The table of the settings file that the run has chosen. */
  readonly profile: string | undefined
}

/** A setting as it stands in a run, and where it comes from. */
export interface ToldSetting {
  readonly setting: string
  /** As the settings file would hold it; null where there is none. */
  readonly value: string | number | boolean | null
  readonly source: 'flag' | 'environment' | 'profile' | 'file' | 'default'
  /** What it is called there: a flag, a variable, a place in the file; nothing for a default. */
  readonly place: string
  /** Why it cannot be used. */
  readonly problem?: KivaError
}

/** What was found of all settings. */
export interface SettingsReport {
  readonly settings: readonly ToldSetting[]
  /** The names of the profiles in the settings file. */
  readonly profiles: readonly string[]
  /** Why some were left out of this run, which a command can do without that is there to mend them. */
  readonly trouble: KivaError | undefined
}

/**
 * What a text is on its way to the gate: it decides how the text is made safe (docs/security.md, Text safety). `wire` is a
 * document of the service, `exact` text of ours that a program takes letter by letter, `status` is a passing line: shown on a terminal only, without a newline, and gone when anything else is written ('' will do).
 */
export type Destination = 'people' | 'json' | 'xml' | 'wire' | 'exact' | 'status'

/** A sink behind the output gate: the only way a command writes. */
export interface Out {
  readonly isTerminal: boolean
  readonly columns: number
  /** As of {@link Sink}. */
  readonly rows?: number | undefined
  /** Whether colour was decided on for this stream. */
  readonly colour: boolean
  /** Whether links were. */
  readonly links?: boolean
  /** Whether what is longer than the screen is read a screen at a time. */
  readonly isPaged?: boolean
  /** As {@link Sink.isGone}. */
  readonly isGone?: boolean | undefined
  write(...written: Written): Promise<void>
}

/** What a sink behind the gate is given. */
export type Written = readonly [chunk: string | Uint8Array, destination: Destination]

/** The secrets of this run. Whoever gets hold of one adds it before doing anything with it (`src/auth/masking.ts`). */
export interface Secrets {
  add(...values: readonly (string | undefined)[]): void
  /** A stranger's text without the secrets added so far, in any encoding, and without what stands under a secret name. */
  mask(text: string): string
  /** A stranger's text as it may stand in a sentence of ours: masked, on one line, and short. */
  quote(text: string): string
}

/** What a command may use. */
export interface Context extends Omit<World, 'stdout' | 'stderr' | 'connect'> {
  readonly stdout: Out
  readonly stderr: Out
  readonly settings: Settings
  readonly secrets: Secrets
  /** The way to the service: the network, or the sandbox in this process. Opened once, on first use. */
  send(): Promise<Send>
  /** A line of conversation on stderr, made safe; nothing with `--quiet`. */
  say(line: string): Promise<void>
  /** What all settings are in this run, and where each comes from. */
  report(): Promise<SettingsReport>
  /** One record on stdout, or a list of them, in the output format asked for; to a person their `words`, where there are some. */
  print(records: JsonObject | readonly JsonObject[], words?: string): Promise<void>
}
