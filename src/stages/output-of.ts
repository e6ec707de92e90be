import type { Json } from '../core/json.ts'
import type { Item } from './stage.ts'

/** Returns what is printed for an item so far: one value, or `undefined` once a filter has dropped it. */
export const outputOf = ({ outputs }: Item): Json | undefined => outputs[0]

/** Returns the item without outputs: it counts as read and is not printed. */
export const dropped = (item: Item): Item => ({ ...item, outputs: [] })
