/** Text for people on a terminal: help is laid out for the screen, and messages break between words. */
import type { TextInvocation } from '../../cli/invocation.ts'
import type { ParsedCommand } from '../../cli/parse.ts'
import type { FileSettings } from '../../cli/settings/resolve-settings.ts'
import { decidingText, pagerOf } from '../../cli/settings/run-settings.ts'
import type { Sources } from '../../cli/settings/sources.ts'
import type { World } from '../../core/context.ts'
import type { Out, Sink } from '../../core/streams.ts'
import { openGate } from '../../output/gate/gate.ts'
import { type ColorChoice, decideColor } from '../../output/terminal/color.ts'

/** The width without a terminal. The build generates the launcher's help at this width. */
const defaultWidth = 80

/**
 * Prints help or the version on stdout, through a pager if the screen is too small. `fileSettings` reads the settings file, which is needed on a terminal only; help works even if that
 * file is invalid. Throws `ReaderGone`.
 */
export async function showText(
  { text, paged }: TextInvocation,
  given: ParsedCommand['given'],
  world: Pick<World, 'stdout' | 'stdin' | 'env' | 'pager'>,
  fileSettings: () => Promise<FileSettings>,
): Promise<void> {
  const { stdout, stdin, env } = world
  // In a pipe, the launcher prints help without reading the settings file, and so does this.
  const sources = { given, env, tables: stdout.isTerminal ? await tablesOf(fileSettings) : [] }
  const color = decideColor(helpColorOf(sources), env, stdout.isTerminal)
  const paint = color ? (await import('../../output/terminal/palette.ts')).palette(true) : undefined
  const printed = text({
    width: stdout.isTerminal ? stdout.columns : defaultWidth,
    heading: paint && ((heading) => paint('name', heading)),
  })
  const write = (sink: Sink) => openGate(sink, { color }).write(printed, 'people')
  const isPaged = paged && isLonger(printed, stdout) && stdin.isTerminal
  const command = isPaged ? pagerOf(sources) : undefined
  const pager = command && (await world.pager(command))
  if (!pager) return write(stdout)
  try {
    await write(pager)
  } finally {
    await pager.close()
  }
}

const tablesOf = (fileSettings: () => Promise<FileSettings>) =>
  fileSettings().then(
    ({ tables }) => tables,
    () => [],
  )

/** Returns whether a text and the prompt after it exceed the screen. */
function isLonger(text: string, { isTerminal, columns, rows }: Sink): boolean {
  const height = (line: string) => Math.max(1, Math.ceil(line.length / columns))
  const needed = text.split('\n').reduce((sum, line) => sum + height(line), 0)
  return isTerminal && rows !== undefined && needed > rows
}

/** Returns when help has color. An invalid setting is ignored, so that help always prints. */
function helpColorOf(sources: Sources): ColorChoice {
  const choice = decidingText(sources, 'color')?.value
  return choice === 'always' || choice === 'never' ? choice : 'auto'
}

/**
 * Wraps what people read on a terminal between words. A longer word, such as an address to copy, stays whole:
 * the terminal continues it on the next line without a break.
 */
export async function wordWrapped(out: Out): Promise<Out> {
  if (!out.isTerminal) return out
  // Loaded before the first write, so that writes keep their order.
  const { width } = await import('../../output/terminal/width.ts')
  const write: Out['write'] = (chunk, destination) =>
    out.write(
      destination === 'people' && typeof chunk === 'string' ? wrapLines(chunk, out.columns, width) : chunk,
      destination,
    )
  return Object.create(out, { write: { value: write } })
}

/**
 * Wraps each line between words at `columns`, with its indentation. A longer word stays whole. Continuation lines of
 * errors, hints, the request log and the footer are indented: foreign text in them cannot start a line that looks like
 * a hint.
 */
const wrapLines = (text: string, columns: number, width: Measure): string =>
  text
    .split('\n')
    .map((line) => wrapLine(line, columns, width))
    .join('\n')

/** Returns the display width of a line. */
type Measure = (line: string) => number

function wrapLine(line: string, columns: number, width: Measure): string {
  if (line.length * 2 <= columns || width(line) <= columns) return line
  const indent = /^ */.exec(line)?.[0] ?? ''
  const continuation = /^(?:error:|hint:|[*<>] )| · next: /.test(line) ? '  ' : indent
  const lines: string[] = []
  for (const word of line.slice(indent.length).split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && width(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push((last === undefined ? indent : continuation) + word)
  }
  return lines.map((row) => row.trimEnd()).join('\n')
}
