/** What is made of records between their reading and their printing: what jq makes of them, then the fields of that. */
import { typeOf } from '../../api/endpoint.ts'
import { imagePaths } from '../../api/records/picture-address.ts'
import { unknownType } from '../../api/records/record-types.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Format } from '../../output/format.ts'
import { formatOf } from '../../output/formats.ts'
import type { Render, View } from '../../output/view.ts'
import type { Json } from '../../ports/json.ts'
import type { RunContext } from '../make-context.ts'
import type { Pages, ReadPage } from '../pages.ts'
import { checkFields, chooseFields } from './choose-fields.ts'
import { type Ask, prepare } from './expression.ts'
import { shapeAll } from './shape-all.ts'
import { shapePages } from './shape-pages.ts'

export type ShapingPorts = Pick<RunContext, 'jq' | 'say' | 'settings'>

/** The steps that it takes; each may leave what it gets as it is. */
export interface Shaping {
  pages(pages: Pages): Pages
  /** Looks at the first page, before anything is written. Throws `KivaError` of kind `usage`. */
  check(first: ReadPage): Promise<void>
  /** The renderer of a format, handed what was made; one that `chooses` has the fields chosen by the view. */
  render(render: Render, format: Pick<Format, 'chooses'>): Render
  view(view: View): View
}

/** Makes them ready. Throws `KivaError` of kind `usage`, before anything is asked for. */
export async function openShaping(
  { endpoint, extent, jq: expression, fields: { paths: fields }, chart: tally }: EndpointInvocation,
  { jq, say, settings: { output } }: ShapingPorts,
): Promise<Shaping> {
  const type = expression ? unknownType : typeOf(endpoint)
  const drawing = formatOf(output).needsAll
    ? (await import('./check-tally.ts')).checkDrawing({ type, tally }, output)
    : undefined
  const ask: Ask | undefined = expression && (await prepare(expression, await jq(), say))
  const askAll = expression?.slurp ? ask : undefined
  const askEach = expression?.slurp ? undefined : ask
  const makeAll = (records: AsyncIterable<Json>) => (askAll ? shapeAll(records, askAll) : records)
  const choose = (records: AsyncIterable<Json>, { pictures }: View) =>
    fields ? chooseFields(records, pictures ? [...fields, ...imagePaths] : fields) : records
  return {
    pages: (pages) => (askEach ? shapePages(pages, askEach, endpoint, extent.limit) : pages),
    check: async ({ records, made }) => {
      if (askAll || !(fields || drawing)) return
      const asked = records.slice(0, extent.limit).map((_, at) => made?.(at) ?? [])
      const first = made ? (await Promise.all(asked)).flat() : records
      if (drawing) drawing(first)
      else if (fields) checkFields(fields, type.fields, first)
    },
    render: (render, { chooses }) => {
      return (records, view) => {
        const made = makeAll(records)
        return render(chooses ? made : choose(made, view), view)
      }
    },
    view: (view) => ({
      ...view,
      fields,
      tally,
      ...(expression && { type, detail: false, single: expression.slurp }),
    }),
  }
}
