import { decodeReply } from '../../api/wire/reply.ts'
import { buildRequest } from '../../api/wire/request.ts'
import { KivaError } from '../../errors.ts'
import { isObject } from '../../ports/json.ts'
import type { RunContext } from '../make-context.ts'

/** Returns the URL patterns of pictures by template id. Throws `KivaError`. */
export async function readTemplates(
  context: RunContext,
  stop: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { catalogue, settings, now } = context
  const endpoint = Object.values(catalogue)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .find(({ returns }) => returns === 'image_template')
  if (!endpoint) throw new KivaError('bug', 'No endpoint tells where pictures are')
  const request = buildRequest(endpoint, {}, { ...settings, format: 'json' })
  const { records } = decodeReply(
    endpoint,
    await context.fetch(request, { signal: stop, retry: 'quick' }),
    now(),
  )
  const rows = records.filter(isObject).map(({ id, pattern }) => [String(id), String(pattern ?? '')] as const)
  return new Map(rows)
}
