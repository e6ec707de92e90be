import { type AnyEndpoint, listedParam } from '../../api/endpoint.ts'
import type { OptionSpec } from '../option-spec.ts'

const web: OptionSpec = {
  name: 'web',
  long: '--web',
  brief: "open the record's page on the website, and ask the service nothing",
  group: 'Output options',
}

/** What goes for an endpoint: of records that are asked for by id, the website may have pages under these ids. */
export function webOptions(endpoint: AnyEndpoint): readonly OptionSpec[] {
  const listed = listedParam(endpoint)
  return listed !== undefined && endpoint.params[listed]?.pageOf !== undefined ? [web] : []
}
