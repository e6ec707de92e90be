/** Builds all manual pages: one for `kiva`, one per top-level command, one per topic. */

import type { Row } from '../../cli/help/layout.ts'
import { optionRows } from '../../cli/help/option-rows.ts'
import { exitCodeRows } from '../../cli/help/topics/exit-codes.ts'
import { topics } from '../../cli/help/topics/index.ts'
import { globalOptions, versionOption } from '../../cli/settings/global-options.ts'
import { type TopicName, topicNames } from '../../cli/topic-names.ts'
import type { CommandSpec } from '../../cli/tree/command-spec.ts'
import { commandTree } from '../../cli/tree/command-tree.ts'
import type { Commands } from '../../commands/commands.ts'
import { commandPage } from './command-page.ts'
import { type ManualPage, reference } from './manual-page.ts'
import { bold, paragraph, roffPage, roffRow } from './roff.ts'

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
