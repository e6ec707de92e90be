/**
 * Builds the manual pages of commands, which explain every option, including those that `--help` only
 * names.
 */

import type { Page, Row } from '../../cli/help/layout.ts'
import { legendOf, optionRows } from '../../cli/help/option-rows.ts'
import { type CommandSpec, examplesOf, usageOfCommand, withDescendants } from '../../cli/tree/command-spec.ts'
import { aboutActions } from '../../commands/about-actions.ts'
import type { ManualPage } from './manual-page.ts'
import { bold, escapeRoff, roffPage, verbatim } from './roff.ts'

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
