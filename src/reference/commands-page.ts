/** Builds `docs/commands.md`: every command with an example and its output. */
import { type CommandSpec, examplesOf, withDescendants } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { Commands } from '../commands/action.ts'

/** Runs a command line that starts with `kiva`, and resolves with the terminal output. */
type Show = (line: string) => Promise<string>

/**
 * Returns the whole page. Runs the lines one at a time in page order, because some depend on files that
 * earlier ones write.
 */
export async function commandsPage(commands: Commands, show: Show): Promise<string> {
  const parts = [head]
  for (const command of commandTree(commands).children) {
    for (const spec of withDescendants(command))
      parts.push(await section(spec, spec === command ? 2 : 3, show))
  }
  return `${parts.join('\n\n')}\n`
}

const head = `# Commands

Every command with an example and its output in a terminal of 100 columns. \`kiva <command> --help\` has more examples and all options.

The output is sandbox data (made up) of 20 November 2026. To get the same in your shell, except for dates, which follow today's date, run
\`export KIVA_SANDBOX=1\`; \`kiva my account\` also needs \`kiva login\`. Long output is cut at \`…\`. Commands without output print something
different in each run, text for programs, or fill the screen. In a pipe, kiva prints JSON or the format of \`-o\`: [Output](../docs/output.md).

\`npm run generate\` runs each line and writes this page; a test checks it.`

/**
 * Commands shown without output: it varies between runs or machines, is meant for programs, or fills the screen.
 */
const remaining =
  /^kiva (explore|login|logout|sandbox|skill|auth header|config edit|completion .*|mirror .*|sql)$/

async function section(command: CommandSpec, depth: number, show: Show): Promise<string> {
  const title = `${'#'.repeat(depth)} ${command.path}\n\n${command.brief}.`
  if (command.children.length > 0) return title
  const line = exampleOf(command)
  if (remaining.test(command.path)) return `${title}\n\n    $ ${line}`
  return `${title}\n\n${await block(line, { maxLines: 22, isList: isList(command) }, show)}`
}

interface BlockOptions {
  /** The maximum number of output lines to show. */
  readonly maxLines: number
  /** True if a long output may be shortened to a few records. */
  readonly isList: boolean
}

/** Returns a command line and its output as a code block. */
async function block(line: string, { maxLines, isList }: BlockOptions, show: Show): Promise<string> {
  const lines = (await show(line)).split('\n')
  if (lines.length > maxLines && isList) return block(`${line} --limit 4`, { maxLines, isList: false }, show)
  const shownLines = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines
  return [`$ ${line}`, '', ...shownLines].map((text) => (text === '' ? '' : `    ${text}`)).join('\n')
}

/**
 * Returns the example with the most options for a list, else the first. Skips machine formats, which are
 * documented elsewhere.
 */
function exampleOf(command: CommandSpec): string {
  const [first = '', ...others] = examplesOf(command).filter((line) => !/ (-o|--wire|--curl)\b/.test(line))
  if (!isList(command)) return first
  return others.reduce((best, line) => (optionsIn(line) > optionsIn(best) ? line : best), first)
}

const isList = ({ options }: CommandSpec) => options.some(({ name }) => name === 'limit')

const optionsIn = (line: string) => line.split(' -').length
