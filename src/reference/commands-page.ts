/** Every command with an example and what that prints: `docs/commands.md`. */
import { type CommandSpec, examplesOf, withDescendants } from '../cli/tree/command-spec.ts'
import { commandTree } from '../cli/tree/command-tree.ts'
import type { Commands } from '../commands/commands.ts'

/** Runs a line that begins with `kiva`: what a terminal shows then. */
export type Show = (line: string) => Promise<string>

/** The whole page. Lines are shown one after the other, in the order of the page: some build on what others keep. */
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

/** What these print is another text in each run or on each machine, or one for a program. */
const unshown = /^kiva (login|logout|sandbox|skill|auth header|config edit|completion .*)$/

async function section(command: CommandSpec, depth: number, show: Show): Promise<string> {
  const title = `${'#'.repeat(depth)} ${command.path}\n\n${command.brief}.`
  if (command.children.length > 0) return title
  const line = exampleOf(command)
  if (unshown.test(command.path)) return `${title}\n\n    $ ${line}`
  return `${title}\n\n${await block(line, { most: 22, isList: isList(command) }, show)}`
}

interface Shape {
  /** Lines of output that are shown at most. */
  readonly most: number
  /** A few records stand for all. */
  readonly isList: boolean
}

/** A line and what it prints, as a block of code. */
async function block(line: string, { most, isList }: Shape, show: Show): Promise<string> {
  const lines = (await show(line)).split('\n')
  if (lines.length > most && isList) return block(`${line} --limit 4`, { most, isList: false }, show)
  const kept = lines.length > most ? [...lines.slice(0, most), '…'] : lines
  return [`$ ${line}`, '', ...kept].map((text) => (text === '' ? '' : `    ${text}`)).join('\n')
}

/** Of a list, the example that asks for the most; of others the first. A format for programs has pages of its own. */
function exampleOf(command: CommandSpec): string {
  const [first = '', ...others] = examplesOf(command).filter((line) => !/ (-o|--wire|--curl)\b/.test(line))
  if (!isList(command)) return first
  return others.reduce((best, line) => (optionsIn(line) > optionsIn(best) ? line : best), first)
}

const isList = ({ options }: CommandSpec) => options.some(({ name }) => name === 'limit')

const optionsIn = (line: string) => line.split(' -').length
