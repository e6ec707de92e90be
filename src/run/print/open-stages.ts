import { typeOf } from '../../api/endpoint.ts'
import type { FieldPath } from '../../api/records/field-paths.ts'
import { imagePaths } from '../../api/records/picture-address.ts'
import { type RecordType, unknownType } from '../../api/records/record-types.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Format } from '../../output/format.ts'
import type { Render } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import { noteFor } from '../../stages/failure-hint.ts'
import { fieldsStage } from '../../stages/fields.ts'
import { checkFirst, type Stage } from '../../stages/stage.ts'
import type { RunContext } from '../make-context.ts'
import { WholeRecords } from './whole-records.ts'

export type StagePorts = Pick<RunContext, 'jq' | 'say' | 'settings' | 'pictureBuffer'>

export interface Stages {
  readonly stages: readonly Stage[]
  /** Returns a renderer for the outputs of the stages, made from the format's. */
  renderer(render: Render): Render
  /** A hint to print once the first page has passed the stages. */
  readonly note?: string | undefined
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
  const { endpoint, jq: expression, fields } = invocation
  const { paths } = fields
  const type = expression ? unknownType : typeOf(endpoint)
  const drawing = format.needsAll ? await openDrawing(invocation, type, ports) : undefined
  const stages: Stage[] = []
  const whole = new WholeRecords()
  if (expression) {
    const [{ prepare }, { jqStage, slurpStage }] = await Promise.all([
      import('../../stages/jq-program.ts'),
      import('../../stages/jq.ts'),
    ])
    const ask = await prepare(expression, await ports.jq(), ports.say)
    stages.push(expression.slurp ? slurpStage(ask) : jqStage(ask, typeOf(endpoint)))
    stages.push(whole.stage)
  }
  // With --slurp jq gets one array, so its results have no known fields.
  if (!expression?.slurp) {
    if (drawing) stages.push(checkFirst(drawing.check))
    else if (paths) stages.push(checkFirst(await checkOfFields(paths, type)))
  }
  // Some formats choose their columns from the view.
  if (paths && !format.chooses)
    stages.push(fieldsStage(ports.pictureBuffer ? [...paths, ...imagePaths] : paths))
  const chosen = { fields: paths, aggregation: drawing?.aggregation }
  return {
    stages,
    renderer: (render) =>
      expression
        ? whole.renderer(render, (view, isWhole) => ({
            ...view,
            ...chosen,
            ...(!isWhole && { type, detail: false }),
            single: expression.slurp,
          }))
        : (records, view) => render(records, { ...view, ...chosen }),
    note: expression && noteFor(expression),
  }
}

/** Returns what a chart or a map counts, and the check of the first records for it. */
async function openDrawing(
  { endpoint, chart }: EndpointInvocation,
  type: RecordType,
  { settings: { output } }: StagePorts,
) {
  const [{ checkDrawing, resolveAliases }, { fieldsOf }] = await Promise.all([
    import('../../output/check-aggregation.ts'),
    import('../../api/records/fields.ts'),
  ])
  // Aliases stand for fields of the endpoint's records, with --jq too: most expressions keep their names.
  const aggregation = resolveAliases(chart, fieldsOf(typeOf(endpoint)))
  return { aggregation, check: checkDrawing({ type, aggregation }, output) }
}

/** Returns the check that the first records have the selected fields. */
async function checkOfFields(paths: readonly FieldPath[], type: RecordType) {
  const [{ checkFields }, { fieldsOf }] = await Promise.all([
    import('../../api/records/check-fields.ts'),
    import('../../api/records/fields.ts'),
  ])
  return (first: readonly Json[]) => checkFields(paths, fieldsOf(type), first)
}
