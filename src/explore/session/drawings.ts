/** Draws with the renderers of the command line: pages, JSON, charts and maps. */

import type { Catalogue } from '../../api/endpoint.ts'
import { recordTypes } from '../../api/records/record-types.ts'
import { commandOfMethod } from '../../cli/help/command-of-method.ts'
import type { Context } from '../../core/context.ts'
import { toAsync } from '../../core/lazy.ts'
import { commandLine } from '../../core/shell-word.ts'
import { marketTime } from '../../core/time.ts'
import { formats } from '../../output/formats.ts'
import { drawEach } from '../../output/page/draw-pages.ts'
import { palette } from '../../output/terminal/palette.ts'
import type { View } from '../../output/view.ts'
import { detailEndpoints } from '../requests/details.ts'
import type { Drawing, Picture } from '../state/state.ts'
import type { Tab } from '../state/tab.ts'

interface DrawPorts {
  readonly context: Context
  readonly catalogue: Catalogue
  readonly color: boolean
  /** Plain text for screen readers: no bars, nothing side by side. */
  readonly plain?: boolean
  /** What is known of the field partners of loans. */
  readonly partners: View['partners']
  /** Returns the lines of a picture's room. */
  readonly pictureLines?: ((picture: Picture) => readonly string[]) | undefined
}

/** Returns the lines of a drawing. Throws `KivaError` of kind `usage` if the records cannot be drawn this way. */
export async function drawLines(
  { kind, record: key, picture, columns, rows }: Drawing,
  tab: Tab,
  ports: DrawPorts,
): Promise<readonly string[]> {
  const lines = picture && ports.pictureLines?.(picture)
  const pictures = lines && (async () => [lines])
  const view = { ...viewOf(tab, columns, rows, ports), pictures }
  const index = key === undefined ? undefined : tab.rows.indexOf(key)
  if (kind === 'detail' || kind === 'raw') {
    if (index === undefined) return []
    const record = tab.rows.record(index)
    if (kind === 'detail')
      return linesOf(drawEach(toAsync([record]), { ...view, type: typeOfRecord(tab) }, palette(ports.color)))
    return linesOf((await formats.json.load())(toAsync([record]), view))
  }
  const { rows: all, selection } = tab
  const records = async function* () {
    for (const at of selection.indexes) yield all.record(at)
  }
  if (!tab.invocation.groups) return linesOf((await formats[kind].load())(records(), view))
  return linesOf((await import('./draw-groups.ts')).drawGroups(records(), kind, tab, view))
}

function viewOf(
  { type, invocation }: Tab,
  width: number,
  rows: number,
  { context, catalogue, color, plain, partners }: DrawPorts,
): View {
  const { settings } = context
  return {
    type,
    single: true,
    detail: true,
    detailOptions: { ...invocation.detail, read: true },
    width,
    rows,
    color,
    plain,
    partners,
    now: marketTime(context),
    site: settings.site,
    kiva: (words) => commandLine(settings, words),
    commandOfMethod: (id) => commandOfMethod(id, catalogue),
  }
}

/** A record of a list has the fields of its page once its details are read. */
function typeOfRecord({ type }: Tab): View['type'] {
  const endpoint = type.name && detailEndpoints[type.name]
  return endpoint?.returns
    ? { ...recordTypes[endpoint.returns], ...(type.derived && { derived: type.derived }) }
    : type
}

async function linesOf(text: AsyncIterable<string | Uint8Array>): Promise<readonly string[]> {
  let whole = ''
  for await (const chunk of text) whole += chunk
  return whole.replace(/\n+$/, '').split('\n')
}
