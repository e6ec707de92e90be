/** The command lines kept as screens, by file name. They derive from the declarations of commands. */

import { topicNames } from '../../src/cli/topic-names.ts'
import { examplesOf, withDescendants } from '../../src/cli/tree/command-spec.ts'
import { commandTree } from '../../src/cli/tree/command-tree.ts'
import { commands } from '../../src/commands/index.ts'
import { formatNames, formatOf } from '../../src/output/formats.ts'
import { commonOptions, ownOptions } from '../recorder/every-option.ts'

/** Commands whose output differs by machine or run, is for a program, or is empty until they end. */
const remaining = /^kiva (login|logout|sandbox|skill|auth header|config edit|completion)\b/

const leaves = withDescendants(commandTree(commands)).filter(
  ({ path, children }) => children.length === 0 && !remaining.test(path),
)

/** Each command with all of its examples. */
const ofCommands = leaves.map(
  (leaf) => [leaf.path.slice('kiva '.length).replaceAll(' ', '-'), examplesOf(leaf)] as const,
)

const list = 'kiva loans search --limit 3'
const page = 'kiva loans show 2100001'

/** Screens that do not belong to a single command. */
const others = {
  formats: formatNames.filter((name) => !formatOf(name).binary).map((name) => `${list} -o ${name}`),
  'output-options-of-lists': ownOptions('loans search').map((words) => inShell(list, words)),
  'output-options-of-pages': ownOptions('loans show').map((words) => inShell(page, words)),
  'output-options-of-all': commonOptions.map((words) => inShell(list, words)),
  help: [
    'kiva',
    'kiva --help',
    'kiva loans --help',
    'kiva loans search --help',
    'kiva loans show --help',
    'kiva config --help',
    'kiva login --help',
  ],
  'help-topics': topicNames.map((name) => `kiva help ${name}`),
  errors: [
    'kiva loans serch',
    'kiva loans search --status fundrasing',
    'kiva loans search --sectr Food',
    'kiva loans search --country Congo',
    'kiva loans search --region america',
    'kiva loans search --json',
    'kiva loans search --out loans.db',
    'kiva lend 2100001',
    'kiva api nosuch',
    'kiva loans search --sector Farming --limit 1',
    'kiva loans show',
    'kiva loans show 1',
    'kiva loans show 1 -o json',
    'kiva loans show 2100001,1',
    'kiva loans newest --limit 0',
    'kiva teams using-shortname nobody',
    'kiva loans search --fields nmae',
    "kiva loans newest --jq '.name |'",
    'kiva loans newest -o parquet',
    'kiva loans search --q zzzz',
    'kiva whoami',
  ],
} as const

function inShell(line: string, words: readonly string[]): string {
  return [line, ...words.map((word) => (/^[\w,.=-]+$/.test(word) ? word : `'${word}'`))].join(' ')
}

export const scenes: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ofCommands),
  ...others,
}

/** The pictures in the README, by name. */
export const pictures: Readonly<Record<string, { readonly line: string; readonly columns: number }>> = {
  'loans-search': {
    line: 'kiva loans search --status fundraising --sector Agriculture,Food --sort-by expiration --limit 8',
    columns: 110,
  },
  'loans-show': { line: 'kiva loans show 2100001', columns: 100 },
  'loans-map': { line: 'kiva loans search --status fundraising --all -o map', columns: 100 },
}
