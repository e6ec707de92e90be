/** Writes to a terminal that may have stopped reading. */
import { constants, openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ReaderGone } from '../../core/errors.ts'

/** Milliseconds between tries while the terminal takes nothing. After `tries` of them, a terminal counts as stopped. */
const pause = 1
const tries = 500
const stoppedPause = 50

/**
 * Text on its way to a terminal. Signals are handled while it waits for a terminal that has stopped reading, which a
 * blocking write would prevent.
 */
export class TerminalOutput {
  readonly #send: (bytes: Uint8Array) => number
  /** What the terminal has not taken yet. */
  #rest: Uint8Array = Buffer.alloc(0)

  /** `path` names the terminal of `stream`. Throws if it cannot be opened, unless it is stdout. */
  constructor(stream: NodeJS.WriteStream, path: '/dev/fd/1' | '/dev/tty') {
    this.#send = sender(stream, path)
  }

  /**
   * Resolves when the terminal has taken the text. Throws `ReaderGone` once it is gone. If a signal comes while the terminal
   * takes nothing, this waits on: the messages that follow would block.
   */
  async write(text: string): Promise<void> {
    this.#add(text)
    try {
      let left = tries
      for (let before = this.#rest.length; !this.#flush(); before = this.#rest.length) {
        left = this.#rest.length < before ? tries : left - 1
        await wait(left > 0 ? pause : stoppedPause)
      }
    } catch (cause) {
      throw new ReaderGone('the terminal was closed', { cause })
    }
  }

  /** Writes before it returns, so that this works while the process ends. Tries for half a second, and never throws. */
  writeNow(text: string): void {
    this.#add(text)
    try {
      for (let left = tries; !this.#flush() && left > 0; left--)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    } catch {
      this.drop()
    }
  }

  /** Drops what the terminal has not taken yet. */
  drop(): void {
    this.#rest = Buffer.alloc(0)
  }

  #add(text: string): void {
    this.#rest = Buffer.concat([this.#rest, Buffer.from(text)])
  }

  /** Sends what the terminal takes now; returns whether that was all. Throws if the terminal is gone. */
  #flush(): boolean {
    if (this.#rest.length > 0) this.#rest = this.#rest.subarray(this.#send(this.#rest))
    return this.#rest.length === 0
  }
}

/**
 * Returns a function that sends what the terminal takes now, and returns how many bytes that was. The terminal is opened
 * once more, since a descriptor that does not block shares that with all programs that have it.
 */
function sender(stream: NodeJS.WriteStream, path: '/dev/fd/1' | '/dev/tty'): (bytes: Uint8Array) => number {
  if (process.platform === 'win32')
    return (bytes) => {
      stream.write(bytes)
      return bytes.length
    }
  const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants
  let fd = 1
  try {
    fd = openSync(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
  } catch (error) {
    // It may belong to another user, as after su.
    if (path === '/dev/tty') throw error
  }
  return (bytes) => {
    try {
      return writeSync(fd, bytes)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0
      throw error
    }
  }
}
