import { typeOf } from '../../api/endpoint.ts'
import { checkFields } from '../../api/records/check-fields.ts'
import { imagePaths } from '../../api/records/picture-address.ts'
import { unknownType } from '../../api/records/record-types.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Format } from '../../output/format.ts'
import type { View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import { fieldsStage } from '../../stages/fields.ts'
import { checkFirst, type Stage } from '../../stages/stage.ts'
import type { RunContext } from '../make-context.ts'

export type StagePorts = Pick<RunContext, 'jq' | 'say' | 'settings' | 'pictureBuffer'>

export interface Stages {
  readonly stages: readonly Stage[]
  /** Returns the view for the output of the stages. */
  view(view: View): View
}

/**
 * Opens the stages: jq first, then the field selection of its results. Throws `KivaError` of kind `usage`,
 * before anything is sent.
 */
export async function openStages(
  invocation: EndpointInvocation,
  format: Format,
  ports: StagePorts,
): Promise<Stages> {
  const { endpoint, jq: expression, fields, chart: aggregation } = invocation
  const { paths } = fields
  const type = expression ? unknownType : typeOf(endpoint)
  const checkDrawing = await checkOf(invocation, format, ports)
  const stages: Stage[] = []
  if (expression) {
    const [{ prepare }, { jqStage, slurpStage }] = await Promise.all([
      import('../../stages/jq-program.ts'),
      import('../../stages/jq.ts'),
    ])
    const ask = await prepare(expression, await ports.jq(), ports.say)
    stages.push(expression.slurp ? slurpStage(ask) : jqStage(ask, typeOf(endpoint)))
  }
  // With --slurp jq gets one array, so its results have no known fields.
  if (!expression?.slurp) {
    if (checkDrawing) stages.push(checkFirst(checkDrawing))
    else if (paths) stages.push(checkFirst((first) => checkFields(paths, type.fields, first)))
  }
  // Some formats choose their columns from the view.
  if (paths && !format.chooses)
    stages.push(fieldsStage(ports.pictureBuffer ? [...paths, ...imagePaths] : paths))
  return {
    stages,
    view: (view) => ({
      ...view,
      fields: paths,
      aggregation,
      ...(expression && { type, detail: false, single: expression.slurp }),
    }),
  }
}

/** Returns the check of the first records for a chart or a map. */
async function checkOf(
  { endpoint, jq, chart: aggregation }: EndpointInvocation,
  { needsAll }: Format,
  { settings: { output } }: StagePorts,
): Promise<((first: readonly Json[]) => void) | undefined> {
  if (!needsAll) return undefined
  const { checkDrawing } = await import('../../output/check-aggregation.ts')
  return checkDrawing({ type: jq ? unknownType : typeOf(endpoint), aggregation }, output)
}
