import { KivaError } from '../errors.ts'
import type { Catalogue } from './endpoint.ts'
import { type Endpoint, pathNames, type Values } from './endpoint.ts'

/**
 * Rejects an id that equals a fixed word at the same place of another path: `/lenders/newest` is never the
 * lender `newest`. Throws `KivaError` of kind `usage`.
 */
export function checkSiblings(endpoint: Pick<Endpoint, 'path'>, values: Values, catalogue: Catalogue): void {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(values[name]))
  for (const [resource, { endpoints }] of Object.entries(catalogue)) {
    const found = Object.entries(endpoints).find(([, other]) => other !== endpoint && other.path === path)
    const name = pathNames(endpoint)[0]
    if (!found || name === undefined) continue
    const command = `kiva ${resource} ${found[0]}`.replaceAll('_', '-')
    throw new KivaError('usage', `invalid id "${String(values[name])}": ${path} is another endpoint`, {
      hint: `Use ${command}. Together with a second id it is read as an id.`,
    })
  }
}
