/** The words after the records, on stderr: what was not shown, what was not found. */

import { listedParam } from '../api/endpoint.ts'
import { foldId } from '../api/fold-id.ts'
import { knownValues } from '../api/gaps.ts'
import { nearest } from '../api/nearest.ts'
import { recordTypeOf } from '../api/record-types.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'
import { dashed } from '../cli/option-spec.ts'
import type { Context } from '../context.ts'
import { KivaError } from '../errors.ts'
import { sentence, someOf } from '../foreign-text.ts'
import type { Delivery } from './delivery.ts'

type Asked = Pick<EndpointInvocation, 'endpoint' | 'values' | 'limit'>

/** Says what the delivered records leave out. Throws `KivaError` when ids that were asked for were not found. */
export async function sayClosingWords(
  asked: Asked,
  delivery: Delivery,
  context: Pick<Context, 'say' | 'stdout' | 'stderr' | 'settings'>,
): Promise<void> {
  const noun = recordTypeOf(asked.endpoint.returns).key.replaceAll('_', ' ')
  const missing = missingIds(asked, delivery)
  if (missing.length > 0) throw notFound(noun, missing, delivery.delivered)
  const lines = [
    delivery.delivered === 0
      ? nothing(noun, delivery) + perhapsMeant(asked)
      : whatIsMore(noun, delivery, asked.limit),
    ...ignored(asked),
  ].filter((line) => line !== undefined)
  // Where both go to one screen, the words stand off from the records.
  const gap = delivery.delivered > 0 && context.stdout.isTerminal && context.stderr.isTerminal ? '\n' : ''
  if (lines.length > 0) await context.say(gap + lines.join('\n'))
  if (context.settings.sandbox && context.stdout.isTerminal)
    await markMadeUp(context, lines.length > 0 ? '' : gap)
}

/** Nobody should take the sandbox's people for real ones; quietly, since it is said each time. */
async function markMadeUp(
  { stderr, settings }: Pick<Context, 'stderr' | 'settings'>,
  gap: string,
): Promise<void> {
  if (settings.quiet) return
  const { palette } = await import('../output/terminal/palette.ts')
  await stderr.write(`${gap}${palette(stderr.colour)('label', 'Made-up data of the sandbox.')}\n`, 'people')
}

function missingIds({ endpoint, values }: Asked, delivery: Delivery): readonly string[] {
  const name = listedParam(endpoint)
  const ids = name === undefined ? undefined : values[name]
  // A record that doesn't say its id may be any of them.
  if (ids === undefined || delivery.unnamed > 0) return []
  return [ids]
    .flat()
    .map(String)
    .filter((id) => !delivery.ids.has(foldId(id)))
}

function notFound(noun: string, missing: readonly string[], delivered: number): KivaError {
  if (delivered === 0) return new KivaError('refused', `No ${noun} found`, { hint: 'Check the ids.' })
  const found = delivered === 1 ? 'The other one was' : `The other ${count(delivered)} were`
  return new KivaError('partial', sentence`Not found: ${someOf(missing)}`, {
    hint: `${found} printed; check the ids that were not found.`,
  })
}

function nothing(noun: string, { page: { paging } }: Delivery): string {
  if (!paging || paging.total === 0) return `No ${noun} found.`
  return `No ${noun} on page ${paging.page}: ${count(paging.total)} on ${count(paging.pages)} pages.`
}

/** Open sets take any text; where nothing was found, a value near a known one may be a slip. */
function perhapsMeant({ endpoint, values }: Asked): string {
  const hints = Object.entries(endpoint.params).flatMap(([name, { known }]) => {
    if (!known) return []
    const given = [values[name] ?? []].flat().map(String)
    return given.flatMap((value) => {
      const near = nearest(value, knownValues[known])
      return near === undefined || near === value ? [] : [` Did you mean --${dashed(name)} "${near}"?`]
    })
  })
  return hints.join('')
}

function whatIsMore(
  noun: string,
  { page, delivered }: Delivery,
  limit: number | undefined,
): string | undefined {
  const { paging } = page
  const total = paging?.total ?? page.records.length
  if (delivered >= total) return undefined
  const cut = delivered < page.records.length
  const next = paging && paging.page < paging.pages ? `--page ${paging.page + 1}` : undefined
  const wider = cut && limit !== undefined ? `--limit ${page.records.length}` : undefined
  const ways = [wider, next].filter((way) => way !== undefined)
  // The rest of this page comes before the next one.
  const hint = ways.length > 0 ? ` More: ${ways.join(', then ')}.` : ''
  const where = paging && paging.page > 1 ? ` (page ${paging.page} of ${count(paging.pages)})` : ''
  const full = !cut && limit !== undefined && limit > delivered ? ' One page holds no more.' : ''
  return `${count(delivered)} of ${count(total)} ${noun}${where}.${full}${hint}`
}

/** Options that the service takes no notice of, beside others. */
function ignored({ endpoint, values }: Asked): readonly string[] {
  return Object.entries(endpoint.params).flatMap(([name, { ignoredWith }]) =>
    ignoredWith !== undefined && values[name] !== undefined && values[ignoredWith] !== undefined
      ? [`The service ignores --${dashed(name)} where --${dashed(ignoredWith)} is given.`]
      : [],
  )
}

const count = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')
