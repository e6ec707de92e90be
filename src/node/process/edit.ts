/** Lets the user edit a text in a private copy. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KivaError } from '../../core/errors.ts'
import type { Env } from '../../core/settings.ts'
import { commandWords } from '../../core/shell-word.ts'
import { codeOf, failure, makeFolder, reasonOf } from '../files/file-permissions.ts'
import { writePrivate } from '../files/private-file.ts'
import { holdInterrupts } from './hold-interrupts.ts'

interface Ports {
  readonly env: Env
  readonly signal: AbortSignal
}

/**
 * Milliseconds an editor gets to exit before it is killed;
 * kiva itself gets one second ({@link processSignal}).
 */
const killDelay = 500

/**
 * Opens a copy of `text` named `name` in an editor, and returns the edited text. Leaves nothing in `folder`.
 * Throws `KivaError` of kind `config`, or the signal's reason once the signal has ended the editor.
 */
export async function edit(folder: string, name: string, text: string, ports: Ports): Promise<string> {
  makeFolder(folder)
  const place = makeEditFolder(folder)
  try {
    const path = writePrivate(place, name, text)
    await runEditor(path, ports)
    return readEdited(path, name)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** Creates a separate folder, because editors create more files beside the edited one. */
function makeEditFolder(folder: string): string {
  try {
    return mkdtempSync(join(folder, 'edit-'))
  } catch (cause) {
    throw failure(folder, 'write', cause)
  }
}

function readEdited(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const isGone = codeOf(cause) === 'ENOENT'
    const what = isGone ? `the editor deleted ${name}` : `cannot read ${name}: ${reasonOf(cause)}`
    throw new KivaError('config', what, { hint: 'Nothing was changed.', cause })
  }
}

/** Runs the editor's command without a shell. Its words may be quoted. */
async function runEditor(path: string, { env, signal }: Ports): Promise<void> {
  const defaultEditor = process.platform === 'win32' ? 'notepad' : 'vi'
  const variable = ['VISUAL', 'EDITOR'].find((name) => env[name]?.trim())
  const text = variable === undefined ? defaultEditor : (env[variable] ?? '')
  const [program = defaultEditor, ...words] = commandWords(text)
  signal.throwIfAborted()
  const release = holdInterrupts()
  const child = spawn(program, [...words, path], { stdio: 'inherit' })
  const end = () => {
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), killDelay).unref()
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    const [code, by] = await once(child, 'exit').catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new KivaError('config', `cannot start the editor ${program}: ${reasonOf(cause)}`, {
        hint: 'Set EDITOR to the command of an editor. Nothing was changed.',
        cause,
      })
    })
    signal.throwIfAborted()
    if (by === 'SIGINT') throw new KivaError('interrupted', 'interrupted')
    if (code === 0) return
    throw new KivaError(
      'config',
      `the editor ${program} exited with ${code === null ? 'a signal' : `code ${code}`}`,
      {
        hint: 'Nothing was changed.',
      },
    )
  } finally {
    signal.removeEventListener('abort', end)
    release()
  }
}
