/** A text edited by the person, in a copy that nobody else can read. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KivaError } from '../errors.ts'
import { commandWords } from '../shell-word.ts'
import { failure, makeFolder, reasonOf } from './guard.ts'
import { writePrivate } from './private-file.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Has a copy of `text` edited that is called `name`. Nothing of it stays in `folder`. Throws `KivaError` of kind `config`. */
export async function edit(folder: string, name: string, text: string, env: Env): Promise<string> {
  makeFolder(folder)
  const place = madeIn(folder)
  try {
    const path = writePrivate(place, name, text)
    await runEditor(path, env)
    return readFileSync(path, 'utf8')
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** A folder of its own: editors leave more files beside the one that they edit. */
function madeIn(folder: string): string {
  try {
    return mkdtempSync(join(folder, 'edit-'))
  } catch (cause) {
    throw failure(folder, 'could not be written', cause)
  }
}

/** Its words may be quoted; no shell reads them. */
async function runEditor(path: string, env: Env): Promise<void> {
  const usual = process.platform === 'win32' ? 'notepad' : 'vi'
  const variable = ['VISUAL', 'EDITOR'].find((name) => env[name]?.trim())
  const text = variable === undefined ? usual : (env[variable] ?? '')
  const [program = usual, ...words] = commandWords(text)
  const child = spawn(program, [...words, path], { stdio: 'inherit' })
  const [code] = await once(child, 'exit').catch((cause: unknown) => {
    throw new KivaError('config', `The editor ${program} could not be started: ${reasonOf(cause)}`, {
      hint: 'Set EDITOR to the command of an editor. Nothing was changed.',
      cause,
    })
  })
  if (code === 0) return
  throw new KivaError('config', `The editor ${program} ended with ${code ?? 'a signal'}`, {
    hint: 'Nothing was changed.',
  })
}
