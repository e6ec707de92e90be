import type { Resource } from './endpoint.ts'

/** All endpoints by resource. Keys are the resources' names, `_` where the command line has `-`. */
export type Catalogue = Readonly<Record<string, Resource>>
