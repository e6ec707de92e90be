/** `kiva doctor`: checks the setup of this machine, and says how to fix what is wrong. */
import type { ActionValues } from '../../commands/action.ts'
import type { doctor as declared } from '../../commands/actions/doctor.ts'
import type { Commands } from '../../commands/commands.ts'
import type { Context } from '../../context.ts'
import { KivaError } from '../../errors.ts'
import { palette } from '../../output/terminal/palette.ts'
import { type Finding, paragraphOf } from './finding.ts'
import { examineLogin } from './login.ts'
import { examineMachine } from './machine.ts'
import { examineNetwork } from './network.ts'
import { examineSettings } from './settings.ts'
import { examineTerminal } from './terminal.ts'

/** Prints one record per finding. Throws `KivaError` of kind `config` if any is a problem. */
export default async function doctor(
  context: Context,
  values: ActionValues<typeof declared>,
  { catalogue }: Pick<Commands, 'catalogue'>,
): Promise<void> {
  const findings = withoutEchoes([
    ...(await examineMachine(context)),
    ...(await examineSettings(context)),
    ...(await examineLogin(context)),
    ...(await examineTerminal(context)),
    ...(values.network ? await examineNetwork(context, catalogue) : []),
  ])
  const columns = context.stdout.isTerminal ? context.stdout.columns : undefined
  const paint = palette(context.stdout.color)
  await context.print(
    findings.map((finding) => ({ ...finding })),
    findings.map((finding) => paragraphOf(finding, columns, paint)).join('\n'),
  )
  const problems = findings.filter(({ state }) => state === 'problem').length
  if (problems === 0) return
  throw new KivaError('config', problems === 1 ? 'There is a problem' : `There are ${problems} problems`, {
    hint: 'What to do about each stands beside it.',
  })
}

/** Drops repeated problems: several checks can find the same cause, and the first one reports it. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  const isProblem = ({ state }: Finding) => state === 'problem'
  return findings.filter(
    (finding, at) =>
      !isProblem(finding) ||
      findings.findIndex((other) => isProblem(other) && other.found === finding.found) === at,
  )
}
