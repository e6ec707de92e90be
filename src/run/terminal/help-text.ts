/**
 * Prints help and the version on stdout, laid out for the terminal,
 * and through a pager if the screen is too small.
 */
import type { TextInvocation } from '../../cli/invocation.ts'
import type { ParsedCommand } from '../../cli/parse.ts'
import { pagerOf } from '../../cli/settings/pager.ts'
import type { FileSettings } from '../../cli/settings/resolve-settings.ts'
import type { World } from '../../context.ts'
import { openGate } from '../../output/gate/gate.ts'
import { decideColor } from '../../output/terminal/color.ts'
import type { Sink } from '../../ports/streams.ts'

/** The width without a terminal. The build generates the launcher's help at this width. */
const usualWidth = 80

/**
 * Prints the text. `kept` reads the settings file if a pager may be needed; help works even if that file is
 * invalid. Throws `ReaderGone`.
 */
export async function showText(
  { text, paged }: TextInvocation,
  given: ParsedCommand['given'],
  world: Pick<World, 'stdout' | 'stdin' | 'env' | 'pager'>,
  kept: () => Promise<FileSettings>,
): Promise<void> {
  const { stdout, stdin, env } = world
  const asked = given.last('color')
  const choice = asked === 'always' || asked === 'never' ? asked : 'auto'
  const color = decideColor(choice, env, stdout.isTerminal)
  const paint = color ? (await import('../../output/terminal/palette.ts')).palette(true) : undefined
  const printed = text({
    width: stdout.isTerminal ? stdout.columns : usualWidth,
    heading: paint && ((heading) => paint('name', heading)),
  })
  const write = (sink: Sink) => openGate(sink, { color }).write(printed, 'people')
  const isPaged = paged && isLonger(printed, stdout) && stdin.isTerminal
  const command = isPaged ? pagerOf({ given, env, kept: await tablesOf(kept) }) : undefined
  const pager = command && (await world.pager(command))
  if (!pager) return write(stdout)
  try {
    await write(pager)
  } finally {
    await pager.close()
  }
}

const tablesOf = (kept: () => Promise<FileSettings>) =>
  kept().then(
    ({ tables }) => tables,
    () => [],
  )

/** Returns whether a text and the prompt after it exceed the screen. */
function isLonger(text: string, { isTerminal, rows }: Sink): boolean {
  return isTerminal && rows !== undefined && text.split('\n').length > rows
}
