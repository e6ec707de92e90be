/** Commands that find records by id in a list, for which the API has no endpoint by id: `partners show`. */
import type { Filter } from '../records/request.ts'
import type { Given } from './given.ts'
import type { EndpointInvocation } from './invocation.ts'
import { type FilterOption, readFilter } from './options/filter.ts'

/** A filter that keeps all records. */
export const noFilter: Filter = {
  only: [],
  notLentBy: [],
  matching: undefined,
  where: undefined,
  order: [],
  atMost: [],
  budget: undefined,
}

/**
 * Returns the invocation that reads its list one page after the other, until it has found the ids. Those of standard
 * input come with the run.
 */
export function finding(
  finds: string,
  { values, ...invocation }: EndpointInvocation,
  given: Given<FilterOption>,
): EndpointInvocation {
  const { [finds]: ids = [], ...sent } = values
  return {
    ...invocation,
    values: sent,
    filter: {
      ...noFilter,
      ...readFilter(given),
      only: (ids as readonly (string | number)[]).map(String),
    },
  }
}
