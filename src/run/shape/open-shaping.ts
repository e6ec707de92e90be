/** What is made of records between their reading and their printing: what jq makes of them, then the fields of that. */
import { recordTypeOf } from '../../api/record-types.ts'
import type { EndpointInvocation } from '../../cli/invocation.ts'
import type { Json } from '../../context.ts'
import { sumsUp } from '../../output/formats.ts'
import type { Render, View } from '../../output/view.ts'
import type { RunContext } from '../context.ts'
import type { Pages, ReadPage } from '../pages.ts'
import { checkDrawing, checkDrawn } from './check-tally.ts'
import { checkFields, chooseFields } from './choose-fields.ts'
import { type Ask, prepare } from './expression.ts'
import { shapeAll } from './shape-all.ts'
import { shapePages } from './shape-pages.ts'

export type ShapingPorts = Pick<RunContext, 'jq' | 'say' | 'settings'>

/** The steps that it takes; each may leave what it gets as it is. */
export interface Shaping {
  pages(pages: Pages): Pages
  /** Looks at the first page, before anything is written. Throws `KivaError` of kind `usage`. */
  check(first: ReadPage): void
  render(render: Render): Render
  view(view: View): View
}

/** Makes them ready. Throws `KivaError` of kind `usage`, before anything is asked for. */
export async function openShaping(
  { endpoint, shaping: { expression, fields, tally } }: EndpointInvocation,
  { jq, say, settings: { output } }: ShapingPorts,
): Promise<Shaping> {
  const returns = expression ? undefined : endpoint.returns
  const drawing = sumsUp(output) ? { returns, tally, fields } : undefined
  if (drawing) checkDrawing(drawing, output)
  const ask: Ask | undefined = expression && prepare(expression, await jq(), say)
  const askAll = expression?.slurp ? ask : undefined
  const askEach = expression?.slurp ? undefined : ask
  // What an expression makes has fields of its own.
  const known = recordTypeOf(returns).fields
  const shape = (records: AsyncIterable<Json>) => {
    const made = askAll ? shapeAll(records, askAll) : records
    return fields ? chooseFields(made, fields) : made
  }
  return {
    pages: (pages) => (askEach ? shapePages(pages, askEach, endpoint) : pages),
    check: ({ records, made }) => {
      if (askAll || !(fields || drawing)) return
      const first = made ? records.flatMap((_, at) => made(at)) : records
      if (drawing) checkDrawn(drawing, first)
      else if (fields) checkFields(fields, known, first)
    },
    render: (render) => (records, view) => render(shape(records), view),
    view: (view) => ({
      ...view,
      fields,
      tally,
      ...(expression && { returns, detail: false, single: expression.slurp }),
    }),
  }
}
