/** Finds the endpoint of the catalogue for a path. Pure. */
import type { Catalogue, Endpoint, Values } from './endpoint.ts'

/** A parsed path: each segment as its decoded, comma-separated values. */
export type Segments = readonly (readonly string[])[]

/**
 * Returns the endpoint for a path, and the unchecked values in the path. A fixed word wins over a `:name`:
 * `/loans/newest` is not the loan `newest`.
 */
export function findEndpoint(
  segments: Segments,
  catalogue: Catalogue,
): { readonly endpoint: Endpoint; readonly values: Values } | undefined {
  const endpoints = Object.values(catalogue).flatMap((resource) => Object.values(resource.endpoints))
  const found = endpoints
    .map((endpoint) => ({ endpoint, parts: endpoint.path.slice(1).split('/') }))
    .filter(({ endpoint, parts }) => fits(endpoint, parts, segments))
    .sort((a, b) => (shapeOf(a.parts) < shapeOf(b.parts) ? -1 : 1))[0]
  if (!found) return undefined
  const values = found.parts.flatMap((part, at): [string, string | readonly string[]][] => {
    const [name, texts = []] = [nameIn(part), segments[at]]
    if (name === undefined) return []
    return [[name, found.endpoint.params[name]?.list ? texts : texts.join()]]
  })
  return { endpoint: found.endpoint, values: Object.fromEntries(values) }
}

function fits({ params }: Endpoint, parts: readonly string[], segments: Segments): boolean {
  if (parts.length !== segments.length) return false
  return parts.every((part, at) => {
    const [name, texts = []] = [nameIn(part), segments[at]]
    if (texts.length !== 1) return name !== undefined && params[name]?.list === true
    return name !== undefined || texts[0] === part
  })
}

const nameIn = (part: string) => (part.startsWith(':') ? part.slice(1) : undefined)
const shapeOf = (parts: readonly string[]) => parts.map((part) => (nameIn(part) ? '1' : '0')).join('')
