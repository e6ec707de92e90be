import { typeOf } from '../api/endpoint.ts'
import type { DerivedType } from '../api/records/derived-groups.ts'
import type { EndpointInvocation } from '../cli/invocation.ts'

/** Returns the type of the records that an invocation prints, with the derived fields that it asks for. */
export const recordTypeOf = ({
  endpoint,
  derive,
}: Pick<EndpointInvocation, 'endpoint' | 'derive'>): DerivedType =>
  derive ? { ...typeOf(endpoint), derived: derive.groups } : typeOf(endpoint)
