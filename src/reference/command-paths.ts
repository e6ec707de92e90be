import type { Node } from '../cli/node.ts'
import { rootNode } from '../cli/nodes.ts'
import type { Commands } from '../cli/program.ts'

/** The words of every command and group, without `kiva`; the first is the empty list, the whole. */
export function commandPaths(commands: Commands): readonly (readonly string[])[] {
  const all = (node: Node): readonly Node[] => [node, ...node.children.flatMap(all)]
  return all(rootNode(commands)).map(({ path }) => path.split(' ').slice(1))
}
