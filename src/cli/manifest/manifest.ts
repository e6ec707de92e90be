/**
 * Builds the manifest of `kiva commands`: everything this version can do, as one JSON value for programs.
 * It comes from the declarations alone; `schema.ts` describes its shape.
 */

import { derivedGroups } from '../../api/records/derived-fields.ts'
import { type Field, type Fields, records } from '../../api/records/fields.ts'
import type { Commands } from '../../commands/commands.ts'
import { exitCodes } from '../../exit-codes.ts'
import { endingsOf, formatNames, formats } from '../../output/formats.ts'
import type { JsonObject } from '../../ports/json.ts'
import { version } from '../../version.ts'
import { variables } from '../help/topics/environment.ts'
import { topicNames } from '../topic-names.ts'
import { withDescendants } from '../tree/command-spec.ts'
import { commandTree } from '../tree/command-tree.ts'
import { describeCommand, describeOption } from './describe-command.ts'

/** Increased when a change breaks programs that read the manifest. */
export const manifestVersion = 1

/** Returns the manifest of all commands. */
export function manifestOf(commands: Commands): JsonObject {
  const root = commandTree(commands)
  return {
    manifest: manifestVersion,
    name: root.name,
    version,
    commands: withDescendants(root)
      .filter(({ children }) => children.length === 0)
      .map(describeCommand),
    global_options: root.options.map((option) => describeOption(option, root.options)),
    record_types: Object.fromEntries(
      Object.entries(records).map(([name, fields]) => [name, { fields: describeFields(fields) }]),
    ),
    derived_groups: Object.fromEntries(
      Object.entries(derivedGroups).map(([name, { brief, fields }]) => [
        name,
        { brief, fields: describeFields(fields) },
      ]),
    ),
    formats: formatNames.map((name) => ({
      name,
      brief: formats[name].brief,
      errors: formats[name].errors,
      endings: endingsOf(name),
    })),
    exit_codes: Object.entries(exitCodes).map(([kind, { code, when }]) => ({ kind, code, when })),
    environment: variables.map(([names, brief]) => ({ names: names.split(', '), brief })),
    topics: topicNames,
  }
}

const describeFields = (fields: Fields): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describeField(field)]))

function describeField({ type, brief, optional, list, unit, fields }: Field): JsonObject {
  return {
    type,
    brief,
    list: list === true,
    optional: optional === true,
    ...(unit !== undefined && { unit }),
    ...(fields && { fields: describeFields(fields) }),
  }
}
