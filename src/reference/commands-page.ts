/** Builds `docs/commands.md`: every command with an example and its output. */
import { type CommandSpec, examplesOf, withDescendants } from '../cli/tree/command-spec.ts'
import { commandTree } from '../cli/tree/command-tree.ts'
import type { Commands } from '../commands/commands.ts'

/** Runs a command line that starts with `kiva`, and resolves with the terminal output. */
export type Show = (line: string) => Promise<string>

/**
 * Returns the whole page. Runs the lines one at a time in page order, because some depend on files that
 * earlier ones write.
 */
export async function commandsPage(commands: Commands, show: Show): Promise<string> {
  const parts = [head]
  for (const command of commandTree(commands).children) {
    for (const one of withDescendants(command)) parts.push(await section(one, one === command ? 2 : 3, show))
  }
  return `${parts.join('\n\n')}\n`
}

const head = `# Commands

Every command with an example, and what that prints on a terminal of 100 columns. \`kiva <command> --help\` has more of them, and every option.

The loans, people and figures are those of the sandbox, as they were on 20 November 2026. They are made up, which a terminal says below each
answer and this page only here. With \`export KIVA_SANDBOX=1\` your shell answers the same, but for the dates, which move along with today's;
\`kiva my account\` after \`kiva login\`. What is longer ends in \`…\`; a line alone prints something else in each run, or a text for a program.
Programs get JSON on a pipe, or what \`-o\` asks for: [Output](../README.md#output).

The page is made by \`npm run generate\`, which runs each line, and a test holds it to what they print.`

/** Commands shown without output: it varies between runs or machines, or is meant for programs. */
const remaining = /^kiva (login|logout|sandbox|skill|auth header|config edit|completion .*)$/

async function section(command: CommandSpec, depth: number, show: Show): Promise<string> {
  const title = `${'#'.repeat(depth)} ${command.path}\n\n${command.brief}.`
  if (command.children.length > 0) return title
  const line = exampleOf(command)
  if (remaining.test(command.path)) return `${title}\n\n    $ ${line}`
  return `${title}\n\n${await block(line, { most: 22, isList: isList(command) }, show)}`
}

interface Shape {
  /** The maximum number of output lines to show. */
  readonly most: number
  /** True if a long output may be shortened to a few records. */
  readonly isList: boolean
}

/** Returns a command line and its output as a code block. */
async function block(line: string, { most, isList }: Shape, show: Show): Promise<string> {
  const lines = (await show(line)).split('\n')
  if (lines.length > most && isList) return block(`${line} --limit 4`, { most, isList: false }, show)
  const kept = lines.length > most ? [...lines.slice(0, most), '…'] : lines
  return [`$ ${line}`, '', ...kept].map((text) => (text === '' ? '' : `    ${text}`)).join('\n')
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
