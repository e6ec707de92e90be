/** The command lines kept as screens, by file name. They derive from the declarations of commands. */

import { examplesOf, withDescendants } from '../../src/cli/command-spec.ts'
import { commandTree } from '../../src/cli/command-tree.ts'
import { topicNames } from '../../src/cli/topic-names.ts'
import { commands } from '../../src/commands/index.ts'
import { formatNames, formatOf } from '../../src/output/formats.ts'
import { commonOptions, ownOptions } from '../recorder/every-option.ts'

/** Commands whose output differs by machine or run, is for a program, is empty until they end, or fills the screen. */
const remaining = /^kiva (explore|login|logout|sandbox|skill|auth header|config edit|completion)\b/

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
  derived: [
    `kiva loans search --status fundraising --with funding --where '.derived.funding.outlook == "short"' --order derived.funding.hours_left --limit 8`,
    'kiva loans search --status fundraising --with funding --limit 5',
    'kiva loans search --status fundraising --with mine --lender robin1001 --limit 5',
    'kiva loans search --status fundraising --with partner,people --limit 5',
    'kiva loans search --status in_repayment --with repayment --limit 5',
    'kiva loans search --status in_repayment --order derived.repayment.behind:desc --limit 5',
    'kiva loans search --status ended_with_loss --with repayment --limit 5',
    'kiva loans search --limit 5 --fields id,derived.funding.outlook,derived.funding.hours_left,derived.why',
    'kiva loans show 2100001 --with funding,partner',
    'kiva loans show 2100003 --with repayment,people',
    'kiva teams search --with team --limit 5',
    'kiva teams show 201 202 --with team,team_recent -o table',
    'kiva loans search --status fundraising --by derived.funding.outlook',
  ],
  filters: [
    "kiva loans search --status fundraising --where '.loan_amount <= 200' --limit 5",
    "kiva loans search --status fundraising --where '.loan_amount <= 200' --order loan_amount:desc --limit 5",
    `kiva loans search --status fundraising --where '.sector == "Food"' --limit 2`,
    "kiva loans search --status fundraising --where '.loan_amount > 99999'",
    'kiva loans search --status fundraising --not-lent-by robin1001 --limit 3',
    'kiva loans search --status fundraising --order planned_expiration_date --at-most 1:partner_id --at-most 1:location.country_code --limit 5',
    'kiva partners list --only 101,133',
    'kiva partners list --only 101,9999',
    'kiva teams search --order member_count:desc --limit 3',
  ],
  today: ['kiva today --peek'],
  marks: [
    'kiva loans newest --new --limit 3',
    'kiva loans newest --new --mark-only',
    "kiva loans search --status fundraising --where '.loan_amount > 99999' --new",
    'kiva loans newest --changes --limit 3',
    'kiva partners list --changes --peek',
    'kiva loans newest --new --changes',
    'kiva loans newest --mark daily',
    'kiva loans newest --new --watch 30s',
    "kiva loans search --where '.loan_amount > 99999' --fail-empty",
  ],
  across: [
    'kiva loans show 2100001 2100002 2100003 --across',
    'kiva loans show 2100001 2100080 --across --with funding',
    'kiva loans search --status fundraising --limit 7 --across',
    'kiva partners list --only 101,133,187 --across',
    'kiva teams show 201 202 --across --with team',
    'kiva loans show 2100001 2100002 --across --fields id,name,loan_amount',
  ],
  'errors-of-filters': [
    'kiva loans search --with fundng',
    'kiva loans search --lender robin1001',
    'kiva loans search --lender robin1001',
    'kiva teams search --with funding',
    'kiva loans search --with funding --wire json',
    "kiva loans search --where '.name |'",
    "kiva loans search --where '.name | tonumber > 3'",
    'kiva loans search --where \'.derived.funding.outlook == "short"\'',
    "kiva loans search --where '.loan_amount > 99' --page 2",
    'kiva loans search --order loan_amuont',
    'kiva loans search --order derived.funding.outlok',
    'kiva loans search --order loan_amount --out loans.json --checkpoint c',
    "kiva loans search --where '.loan_amount > 99' --limit 5 --out loans.json --checkpoint c",
    'kiva loans search --at-most partner_id',
    'kiva loans search --at-most 0:partner_id',
    'kiva loans search --not-lent-by nobody',
    'kiva partners list --only 9999',
    'kiva partners 187',
    'kiva loans search --across -o json',
    'kiva loans show 2100001 --across --full',
  ],
} as const

function inShell(line: string, words: readonly string[]): string {
  return [line, ...words.map((word) => (/^[\w,.=-]+$/.test(word) ? word : `'${word}'`))].join(' ')
}

export const scenes: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(ofCommands),
  ...others,
}

/** The pictures of sessions in the README, by name: the screen after these keys. */
export const sessionPictures: Readonly<
  Record<string, { readonly keys: readonly string[]; readonly columns: number; readonly rows: number }>
> = {
  explore: { keys: ['down', 'space', 'down', 'space', 'down'], columns: 140, rows: 30 },
}

/** The pictures in the README, by name. */
export const pictures: Readonly<Record<string, { readonly line: string; readonly columns: number }>> = {
  'loans-search': {
    line: 'kiva --sandbox loans search --status fundraising',
    columns: 110,
  },
  'loans-show': { line: 'kiva loans show 2100001', columns: 100 },
  'loans-short': {
    line: `kiva loans search --status fundraising --sort-by expiration --with funding --where '.derived.funding.outlook == "short"' --limit 8`,
    columns: 110,
  },
  'loans-map': { line: 'kiva loans search --status fundraising --all -o map', columns: 100 },
}
