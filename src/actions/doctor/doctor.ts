/** `kiva doctor`: checks the setup of this machine, and says how to fix what is wrong. */
import type { ActionValues } from '../../commands/action.ts'
import type { doctor as declared } from '../../commands/actions/doctor.ts'
import type { Commands } from '../../commands/commands.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { palette } from '../../output/terminal/palette.ts'
import { counted } from '../../thousands.ts'
import { type Finding, paragraphOf } from './finding.ts'
import { examineLogin } from './login.ts'
import { examineMachine } from './machine.ts'
import { examineNetwork } from './network.ts'
import { examineSettings } from './settings.ts'
import { examineTerminal } from './terminal.ts'

/**
 * Prints one record per finding, problems first. Throws `KivaError` of kind `config` if any is a problem.
 * `--network` is accepted and changes nothing: the network is always examined, unless `--offline` is given.
 */
export default async function doctor(
  context: Context,
  _values: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  const findings = withoutEchoes([
    ...(await examineMachine(context)),
    ...(await examineSettings(context)),
    ...(await examineLogin(context)),
    ...(await examineTerminal(context)),
    ...(context.settings.offline ? [] : await examineNetwork(context, catalogue)),
  ]).toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const problems = findings.filter(({ state }) => state === 'problem').length
  const columns = context.stdout.isTerminal ? context.stdout.columns : undefined
  const paint = palette(context.stdout.color)
  await context.print(
    findings.map((finding) => ({ ...finding })),
    [
      ...findings.map((finding) => paragraphOf(finding, columns, paint)),
      ...(problems === 0 ? ['\nNo problems found.'] : []),
    ].join('\n'),
  )
  if (problems === 0) return
  throw new KivaError('config', `${counted(problems, 'problems')} found`, {
    hint: 'Each problem is printed with its fix.',
  })
}

/** The states in the order of printing: what needs the user comes first. */
const order: readonly Finding['state'][] = ['problem', 'warning', 'ok']

/** Drops repeated problems: several checks can find the same cause, and the first one reports it. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  const isProblem = ({ state }: Finding) => state === 'problem'
  return findings.filter(
    (finding, at) =>
      !isProblem(finding) ||
      findings.findIndex((other) => isProblem(other) && other.found === finding.found) === at,
  )
}
