/**
 * Builds the manifest of `kiva commands`: everything this version can do, as one JSON value for programs.
 * It comes from the declarations alone; `manifest-schema.ts` describes its shape.
 */

import { type Endpoint, formatsOf, type Param, paramsOf, typeOf } from '../api/endpoint.ts'
import { derivedGroups } from '../api/records/derived-fields.ts'
import { type Field, type Fields, records } from '../api/records/fields.ts'
import { paramSchema } from '../api/schema.ts'
import { apiPrefix } from '../api/wire/request.ts'
import { aboutActions } from '../commands/about-actions.ts'
import type { ActionParam, Commands } from '../commands/action.ts'
import { exitCodes } from '../core/exit-codes.ts'
import type { JsonObject } from '../core/json.ts'
import { version } from '../core/version.ts'
import { endingsOf, formatNames, formats, optionNames } from '../output/formats.ts'
import { type CommandSpec, examplesOf, optionsOf, withDescendants } from './command-spec.ts'
import { commandTree } from './command-tree.ts'
import { variables } from './help/topics/environment.ts'
import { conflictsOf, knownValuesOf, requiredBy } from './known-values.ts'
import type { OptionSpec } from './option-spec.ts'
import { topicNames } from './topic-names.ts'

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

type Kind = ActionParam['kind']

/** Returns the manifest entry of a runnable command. */
function describeCommand(command: CommandSpec): JsonObject {
  const { path, brief, aliases, args, options, endpoint, action } = command
  const params: Readonly<Record<string, Param | ActionParam>> = endpoint
    ? paramsOf(endpoint)
    : (action?.params ?? {})
  const about = action && aboutActions[action.name]
  return {
    path,
    brief,
    ...(about !== undefined && { about }),
    aliases,
    arguments: args.map(({ name, usage, brief, list, optional }) => ({
      name,
      usage,
      brief,
      kind: params[name]?.kind ?? 'string',
      list,
      ...(optional && { optional }),
      ...(params[name]?.choices && { choices: params[name].choices }),
      ...schemaOf(params[name]),
    })),
    options: options.map((option) => ({
      ...describeOption(
        { ...option, known: knownValuesOf(option, endpoint) },
        optionsOf(command),
        params[option.name]?.kind,
      ),
      ...schemaOf(params[option.name]),
    })),
    ...(endpoint && { api: describeEndpoint(endpoint) }),
    examples: examplesOf(command),
  }
}

/** Returns the JSON Schema of a declared param's values; empty for other options. */
const schemaOf = (param: Param | ActionParam | undefined): JsonObject =>
  param ? { schema: paramSchema(param) } : {}

function describeEndpoint(endpoint: Endpoint): JsonObject {
  const { path, returns, auth = false, paged = false } = endpoint
  return {
    method: 'GET',
    path: apiPrefix + path,
    formats: formatsOf(endpoint),
    signed: auth,
    paged,
    returns,
    single: typeOf(endpoint).single ?? false,
  }
}

/**
 * Returns the manifest entry of an option, given all options of its command. `kind` is the declared type of
 * its value.
 */
function describeOption(
  option: OptionSpec,
  options: readonly OptionSpec[],
  kind: Kind = kindOf(option),
): JsonObject {
  const {
    long,
    short,
    value,
    brief,
    list = false,
    file = false,
    choices,
    known,
    default: fallback,
    env,
    formats,
  } = option
  const requires = requiredBy(option, options)
  const conflicts = conflictsOf(option, options)
  return {
    name: long,
    ...(short !== undefined && { short }),
    kind,
    ...(value !== undefined && { value }),
    brief,
    list,
    ...(file && { file }),
    ...(choices && { choices }),
    ...(known && { known }),
    ...(fallback !== undefined && { default: fallback }),
    ...(env !== undefined && { env }),
    ...(requires.length > 0 && { requires }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(formats && { formats: optionNames(formats) }),
  }
}

/** Value placeholders that mean a number. */
const numbers: readonly string[] = ['n', 'seconds']

function kindOf({ value }: OptionSpec): Kind {
  if (value === undefined) return 'flag'
  return numbers.includes(value) ? 'number' : 'string'
}
