/** `kiva saved add NAME -- COMMAND`: saves the arguments of a command under a name. */

import { typeOf } from '../api/endpoint.ts'
import { didYouMean } from '../api/nearest.ts'
import type { CommandSpec } from '../cli/command-spec.ts'
import { commandTree } from '../cli/command-tree.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { parse } from '../cli/parse.ts'
import { readInvocation } from '../cli/read-invocation.ts'
import { inPlural, replaceBySearch } from '../cli/rewrite.ts'
import { checkIsFree, checkRunsNoOther, lineOf, savedName, savedNames, updateSaved } from '../cli/saved.ts'
import { savedLineOf, usageOfSaved, withoutValues } from '../cli/saved-values.ts'
import { readFileSettings, resolveSettings } from '../cli/settings/resolve-settings.ts'
import type { ActionValues, Commands } from '../commands/action.ts'
import type { savedAdd as declared } from '../commands/actions/saved.ts'
import type { Context } from '../core/context.ts'
import { KivaError } from '../core/errors.ts'
import { lazy } from '../core/lazy.ts'
import { matchOf } from '../records/filter.ts'
import { prepare } from '../records/jq.ts'
import { lookWords } from '../records/look.ts'
import { recordTypeOf } from '../records/stage.ts'

/** Prints the saved command line, and the one that it replaces. Throws `KivaError` if the command is invalid. */
export async function savedAdd(
  context: Pick<Context, 'state' | 'print' | 'env' | 'jq' | 'say' | 'stdout' | 'settingsFile'>,
  { name: given, command }: ActionValues<typeof declared>,
  commands: Commands,
): Promise<void> {
  const name = savedName(given)
  const root = commandTree(commands)
  const typed = parse(withoutStart(command), root)
  const { argv } = typed.command === root ? await inPlural(typed) : typed
  const next = await checkCommand(name, argv, root, commands, context).catch(async (problem: unknown) => {
    const { savedAddMeant } = await import('../cli/saved-add-meant.ts')
    const meant = savedAddMeant([given, ...command], root)
    if (!meant || !(problem instanceof KivaError)) throw problem
    throw problem.copyWith(problem.kind, problem.sentence, { hint: didYouMean(lineOf(meant)) })
  })
  let old: readonly string[] | undefined
  await updateSaved(await context.state(), root, (saved) => {
    old = saved.get(name)
    return new Map([...saved, [name, argv]])
  })
  const [line, replaced] = [lineOf(argv), old && lineOf(old)]
  await context.print(
    {
      name,
      command: line,
      arguments: argv,
      ...(replaced !== undefined && { replaced }),
      ...next,
    },
    [
      `Saved ${name}: ${line}`,
      replaced && `It replaces: ${replaced}`,
      next.look,
      next.usage && `Run it: ${next.usage}`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

/** Drops `--`, and `kiva` in a line that was copied. */
function withoutStart(words: readonly string[]): readonly string[] {
  const command = words[0] === '--' ? words.slice(1) : words
  return command[0] === 'kiva' ? command.slice(1) : command
}

/**
 * Returns how much `kiva today` reads for a list of records, or how to type a command that takes values. Throws the error that a
 * command line would end with before it sends a request, and one for a mere help page.
 */
async function checkCommand(
  name: string,
  argv: readonly string[],
  root: CommandSpec,
  commands: Commands,
  world: Pick<Context, 'env' | 'jq' | 'say' | 'stdout' | 'settingsFile' | 'state'>,
): Promise<{ readonly look?: string; readonly usage?: string }> {
  checkIsFree(name, root)
  if (argv.length === 0) {
    throw new KivaError('usage', 'missing required argument <command>', {
      hint: `Example: kiva saved add ${name} -- loans search --sector Food.`,
    })
  }
  const parsed = parse(argv, root)
  checkRunsNoOther(name, parsed, await savedNames(world))
  const typed = withoutValues(replaceBySearch(parsed))
  const settings = lazy(() => resolveSettings(typed, world, () => readFileSettings(typed.given, world)))
  const invocation = await readInvocation(typed, commands, settings, world)
  if (invocation.kind === 'text') {
    throw new KivaError('usage', `${lineOf(argv)} only prints help or the version`, {
      hint: 'Example: kiva saved add food -- loans search --sector Food.',
    })
  }
  await settings()
  if (invocation.kind === 'endpoint') await checkExpressions(invocation, world)
  const { values } = savedLineOf(parsed)
  if (values.length > 0) return { usage: usageOfSaved(name, values) }
  const isListed = invocation.kind === 'endpoint' && typeOf(invocation.endpoint).idFields !== undefined
  const look = isListed ? lookWords(invocation) : undefined
  return look === undefined ? {} : { look }
}

/** Throws the error of an invalid filter or jq expression. */
async function checkExpressions(
  invocation: EndpointInvocation,
  world: Pick<Context, 'jq' | 'say'>,
): Promise<void> {
  const { filter, jq, watch } = invocation
  // Its times are read when it runs.
  if (filter?.matching) await matchOf(filter.matching, recordTypeOf(invocation), () => 0)
  const until = watch?.until && { text: watch.until, slurp: true, variables: [] }
  for (const expression of [filter?.where, jq, until])
    if (expression) await prepare(expression, await world.jq(), world.say)
}
