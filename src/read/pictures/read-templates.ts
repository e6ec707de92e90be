import { KivaError } from '../../errors.ts'
import { isObject } from '../../ports/json.ts'
import { openReading } from '../open-reading.ts'
import { onePage, type ReadPorts } from '../reading.ts'

/** The patterns of picture addresses, by the ids of their templates. Throws `KivaError`. */
export async function readTemplates(ports: ReadPorts): Promise<ReadonlyMap<string, string>> {
  const endpoint = Object.values(ports.catalogue)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .find(({ returns }) => returns === 'image_template')
  if (!endpoint) throw new KivaError('bug', 'no endpoint returns image templates')
  const patterns = new Map<string, string>()
  const request = { endpoint, values: {}, extra: [], extent: onePage }
  for await (const { records } of await openReading(request, ports))
    for (const { id, pattern } of records.filter(isObject)) patterns.set(String(id), String(pattern ?? ''))
  return patterns
}
