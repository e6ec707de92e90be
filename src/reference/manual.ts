import { type CommandSpec, examplesOf, usageOfCommand, withDescendants } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { Page, Row } from '../cli/help/layout.ts'
import { legendOf, optionRows } from '../cli/help/option-rows.ts'
import { topics } from '../cli/help/topics/index.ts'
import { exitCodeRows } from '../cli/help/topics/running.ts'
import { globalOptions, versionOption } from '../cli/settings/global-options.ts'
import { type TopicName, topicNames } from '../cli/topic-names.ts'
import { aboutActions } from '../commands/about-actions.ts'
import type { Commands } from '../commands/action.ts'
import { version } from '../version.ts'
import { bold, escapeRoff, paragraph, roffPage, roffRow, verbatim } from './roff.ts'

/** Returns package.json with these files in `man`, from which npm installs the manual. */
export function listManual(old: string, paths: readonly string[]): string {
  return `${JSON.stringify({ ...JSON.parse(old), man: [...paths].sort() }, null, 2)}\n`
}

/** Returns a function for each manual file, by path in the repository, that builds its text. */
export function manualFiles(commands: Commands): Readonly<Record<string, () => string>> {
  return Object.fromEntries(
    manualPages(commands).map((page) => [`man/${page.name}.${page.section}`, () => writeManualPage(page)]),
  )
}

/* Builds all manual pages: one for `kiva`, one per top-level command, one per topic. */

export function manualPages(commands: Commands): readonly ManualPage[] {
  const root = commandTree(commands)
  const pagesOfCommands = root.children.map(commandPage)
  const pagesOfTopics = topicNames
    // Country names come from the Node.js version that runs, so this page would differ between builds.
    .filter((name) => name !== 'countries')
    .map((name) => topicPage(name, root))
  return [mainPage(pagesOfCommands, pagesOfTopics), ...pagesOfCommands, ...pagesOfTopics]
}

function mainPage(ofCommands: readonly ManualPage[], ofTopics: readonly ManualPage[]): ManualPage {
  const rows = (pages: readonly ManualPage[]) =>
    pages.map((page): Row => [reference(page), page.brief]).flatMap(roffRow)
  return {
    name: 'kiva',
    section: 1,
    brief: 'Browse Kiva loans, lenders and partners',
    parts: {
      SYNOPSIS: [`${bold('kiva')} <command> [ids] [options]`],
      DESCRIPTION: paragraph(
        'kiva reads the public HTTP API of the Kiva micro-lending marketplace. It prints tables in a terminal and JSON in a pipe. --sandbox runs any command offline with made-up data.',
      ),
      COMMANDS: rows(ofCommands),
      OPTIONS: optionRows([...globalOptions, versionOption], { variables: true }).flatMap(roffRow),
      'EXIT STATUS': exitCodeRows().flatMap(roffRow),
      TOPICS: rows(ofTopics),
    },
    seeAlso: ofTopics.map(reference),
  }
}

function topicPage(name: TopicName, root: CommandSpec): ManualPage {
  const { brief, page, parts = {} } = topics[name]
  return {
    name: `kiva-${name}`,
    section: 7,
    brief,
    parts: {
      DESCRIPTION: roffPage(page(root)),
      ...Object.fromEntries(Object.entries(parts).map(([part, make]) => [part, roffPage(make())])),
    },
    seeAlso: ['kiva(1)'],
  }
}

/*
 * Builds the manual pages of commands, which explain every option, including those that `--help` only
 * names.
 */

/** Returns the page of a top-level command and everything below it, such as `kiva-loans(1)`. */
export function commandPage(command: CommandSpec): ManualPage {
  const leaves = withDescendants(command).filter(({ children }) => children.length === 0)
  const fields = leaves.some(({ endpoint }) => endpoint) ? ['kiva-fields(7)'] : []
  const headingOf = (leaf: CommandSpec) => (leaf === command ? 'DESCRIPTION' : leaf.path)
  return {
    name: command.path.replaceAll(' ', '-'),
    section: 1,
    brief: command.brief,
    parts: {
      SYNOPSIS: verbatim(leaves.map(synopsis)),
      ...Object.fromEntries(leaves.map((leaf) => [headingOf(leaf), roffPage(aboutPage(leaf))])),
    },
    seeAlso: ['kiva(1)', 'kiva-bulk(7)', ...fields, 'kiva-global-options(7)', 'kiva-output(7)'],
  }
}

const synopsis = (command: CommandSpec) =>
  bold(command.path) + escapeRoff(usageOfCommand(command).slice(command.path.length))

function aboutPage(leaf: CommandSpec): Page {
  const { endpoint } = leaf
  const sending = endpoint && `Sends GET /v1${endpoint.path}${endpoint.auth ? ', signed' : ''}.`
  const returning = endpoint && `Prints records of type ${endpoint.returns}, see kiva-fields(7).`
  return [
    [`${leaf.brief}.`, sending, returning].filter(Boolean).join(' '),
    aboutActions[leaf.action?.name ?? ''] ?? '',
    { heading: 'Arguments', content: leaf.args.map(({ usage, brief }): Row => [usage, brief]) },
    { heading: 'Options', content: optionRows(leaf.options) },
    legendOf(leaf.options),
    { heading: 'Examples', content: examplesOf(leaf) },
  ]
}

export interface ManualPage {
  readonly name: string
  /** 1 for commands, 7 for everything else. */
  readonly section: 1 | 7
  readonly brief: string
  /** Roff lines by heading, in reading order. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  /** References to other pages, such as `kiva(1)`. */
  readonly seeAlso: readonly string[]
}

/** The day of the last review, set by hand. The build date would make committed pages out of date. */
const date = '2026-11-21'

/** Returns a reference to a page, such as `kiva(1)`. */
export const reference = ({ name, section }: Pick<ManualPage, 'name' | 'section'>) => `${name}(${section})`

/** Returns the whole file as roff. */
export function writeManualPage(page: ManualPage): string {
  const others = page.seeAlso.filter((other) => other !== reference(page)).join(', ')
  const parts = { ...page.parts, 'SEE ALSO': paragraph(others) }
  return [
    '.\\" Generated by npm run generate. Do not edit.',
    `.TH ${page.name.toUpperCase()} ${page.section} ${date} "kiva ${version}" "kiva manual"`,
    '.SH NAME',
    ...paragraph(`${page.name} - ${lowerFirst(page.brief)}`),
    ...Object.entries(parts).flatMap(([heading, lines]) =>
      lines.length === 0 ? [] : [`.SH ${heading}`, ...lines],
    ),
    '',
  ].join('\n')
}

/** Makes the first letter lowercase, except in acronyms such as URL. */
const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
