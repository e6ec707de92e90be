/**
 * The user of a login: whether a prompt or a page in a browser can be seen, and prompts, written to stderr, answered on
 * stdin, canceled by Ctrl-C.
 */
import type { Context } from '../core/context.ts'
import { type ErrorDetail, KivaError, ReaderGone } from '../core/errors.ts'

export type AskPort = Pick<Context, 'stdin' | 'stderr'>

interface Prompt {
  /** Printed without a line break. */
  readonly text: string
  /** False for a secret: the terminal does not show what is typed. */
  readonly echo?: boolean
  /** Returns why an answer is invalid, or `undefined` if it is valid. */
  readonly refuse?: (line: string) => string | undefined
  /** The hint of the error if there is no valid answer. */
  readonly hint: ErrorDetail['hint']
}

/** How often to ask for a valid answer: users make typing errors, but a pipe must not be read forever. */
export const tries = 3

/** Whether a user can see a prompt and answer it. */
export function canAsk({
  stdin,
  stderr,
}: {
  readonly stdin: Pick<Context['stdin'], 'isTerminal'>
  readonly stderr: Pick<Context['stderr'], 'isTerminal'>
}): boolean {
  return stdin.isTerminal && stderr.isTerminal
}

/** False if the user would not see the browser: without a terminal, in continuous integration, or over SSH without a display. */
export function mayBrowse(context: {
  readonly env: Context['env']
  readonly stdin: Pick<Context['stdin'], 'isTerminal'>
  readonly stderr: Pick<Context['stderr'], 'isTerminal'>
}): boolean {
  const { env } = context
  const isRemote = Boolean(env['SSH_CONNECTION'] || env['SSH_CLIENT'] || env['SSH_TTY'])
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
  return canAsk(context) && !isSet(env['CI']) && (!isRemote || hasDisplay)
}

const isSet = (value: string | undefined) => value !== undefined && !['', '0', 'false'].includes(value)

/**
 * Asks until an answer is valid, and returns it trimmed. Prompts only on a terminal, with `--quiet` too; in a pipe the
 * prompt would only mix with the next message. Throws `KivaError` of kind `auth` at the end of input or after the last
 * try.
 */
export async function ask(context: AskPort, prompt: Prompt): Promise<string> {
  for (let round = 1; ; round++) {
    const line = await readLine(context, prompt)
    if (line === undefined) {
      throw new KivaError('auth', 'input ended before the answer', { hint: prompt.hint })
    }
    const refusal = prompt.refuse?.(line.trim())
    if (refusal === undefined) return line.trim()
    if (round === tries) throw new KivaError('auth', refusal, { hint: prompt.hint })
    if (canAsk(context)) await tell(context, `${capitalize(refusal)}. Try again.\n`)
  }
}

/**
 * Asks for a yes or a no. Enter alone means `usual`, and the end of input a no. Prompts like {@link ask}.
 */
export async function confirm(context: AskPort, question: string, usual: 'yes' | 'no'): Promise<boolean> {
  const line = await readLine(context, { text: `${question} ${usual === 'yes' ? '[Y/n]' : '[y/N]'} ` })
  if (line === undefined) return false
  const answer = line.trim()
  return usual === 'yes' ? !/^n/i.test(answer) : /^y(?:es)?$/i.test(answer)
}

const capitalize = (words: string) => words.replace(/^./, (letter) => letter.toUpperCase())

async function readLine(
  context: AskPort,
  { text, echo = true }: Pick<Prompt, 'text' | 'echo'>,
): Promise<string | undefined> {
  if (!canAsk(context)) return context.stdin.readLine({ echo })
  try {
    if (echo) {
      await tell(context, text)
      const line = await context.stdin.readLine({ echo })
      // Ctrl-D leaves the cursor behind the prompt.
      if (line === undefined) await tell(context, '\n')
      return line
    }
    // Reading starts first because it turns off the echo: the user may type as soon as the prompt appears.
    const [line] = await Promise.all([context.stdin.readLine({ echo }), tell(context, text)])
    await tell(context, '\n')
    return line
  } catch (cause) {
    // The next message must start on a new line.
    await tell(context, '\n').catch(() => {})
    throw cause
  }
}

/**
 * Writes to stderr what the user must read to log in, with `--quiet` too. Throws `KivaError` of kind `auth` if nobody
 * reads stderr any more, because the user could not go on.
 */
export async function tell({ stderr }: Pick<Context, 'stderr'>, text: string): Promise<void> {
  try {
    await stderr.write(text, 'people')
  } catch (cause) {
    throw cause instanceof ReaderGone ? noReader() : cause
  }
  if (stderr.isGone) throw noReader()
}

const noReader = () =>
  new KivaError('auth', 'cannot show the login instructions: stderr is closed', {
    hint: (kiva) => `Without a terminal, use ${kiva('login --start')}, then ${kiva('login --finish')}.`,
  })
