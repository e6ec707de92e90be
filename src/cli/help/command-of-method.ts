/** Finds the command for a method that the API describes, so that both can be shown together. */
import type { Catalogue } from '../../api/endpoint.ts'
import { dashed } from '../../core/shell-word.ts'
import type { OurCommand } from '../../output/view.ts'
import { endpointCommand } from '../command-tree.ts'
import { optionRows } from './option-rows.ts'

/**
 * Returns the command for a method id such as `GET*|loans|:id|lenders`, or `undefined`. Parameter names in
 * the id are ignored.
 */
export function commandOfMethod(method: string, catalogue: Catalogue): OurCommand | undefined {
  const shape = shapeOf(`/${method.replace(/^[A-Z]+\*\|?/, '').replaceAll('|', '/')}`)
  for (const [resource, { endpoints }] of Object.entries(catalogue)) {
    const found = Object.entries(endpoints).find(([, { path }]) => shapeOf(path) === shape)
    if (!found) continue
    const { path, args, options } = endpointCommand(dashed(resource), ...found)
    const params = options.filter(({ group, name }) => group === 'Options' && name !== 'param')
    return {
      words: [path, ...args.map(({ usage }) => usage)].join(' '),
      takes: [...args.map(({ usage, brief }) => [usage, brief] as const), ...optionRows(params)],
    }
  }
  return undefined
}

const shapeOf = (path: string) => path.replaceAll(/:\w+/g, ':')
