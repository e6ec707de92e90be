/** A command of the tree, and an option of it, as the manifest has them. */
import { type Endpoint, formatsOf, type Param, paramsOf, typeOf } from '../../api/endpoint.ts'
import { paramSchema } from '../../api/schema.ts'
import { apiPrefix } from '../../api/wire/request.ts'
import type { ActionParam } from '../../commands/action.ts'
import { offeredAs } from '../../output/formats.ts'
import type { JsonObject } from '../../ports/json.ts'
import type { OptionSpec } from '../option-spec.ts'
import { conflictsOf, requiredBy } from '../options/option-rules.ts'
import { type CommandSpec, examplesOf, optionsOf } from '../tree/command-spec.ts'

type Kind = ActionParam['kind']

/** A command that can be run. */
export function describeCommand(command: CommandSpec): JsonObject {
  const { path, brief, aliases, args, options, endpoint, action } = command
  const params: Readonly<Record<string, Param | ActionParam>> = endpoint
    ? paramsOf(endpoint)
    : (action?.params ?? {})
  return {
    path,
    brief,
    ...(action?.about && { about: action.about }),
    aliases,
    arguments: args.map(({ name, usage, brief, list }) => ({
      name,
      usage,
      brief,
      kind: params[name]?.kind ?? 'string',
      list,
      ...(params[name]?.choices && { choices: params[name].choices }),
      ...schemaOf(params[name]),
    })),
    options: options.map((option) => ({
      ...describeOption(option, optionsOf(command), params[option.name]?.kind),
      ...schemaOf(params[option.name]),
    })),
    ...(endpoint && { api: describeEndpoint(endpoint) }),
    examples: examplesOf(command),
  }
}

/** The JSON Schema of the values of a param; of kiva's own options there is none. */
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

/** An option among those of its command; of what `kind`, where its declaration says so. */
export function describeOption(
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
    ...(formats && { formats: offeredAs(formats) }),
  }
}

/** What stands for a number in help. */
const numbers: readonly string[] = ['n', 'seconds']

function kindOf({ value }: OptionSpec): Kind {
  if (value === undefined) return 'flag'
  return numbers.includes(value) ? 'number' : 'string'
}
