/** Colors text. The only module that imports chalk. */
import { Chalk } from 'chalk'
import { type Role, roles } from '../gate/gate.ts'

/** Colors a text by its role, or returns it unchanged if color is off. */
export type Paint = (role: Role, text: string) => string

/** Sets chalk's level explicitly: `color.ts` decides about color, and chalk does not support NO_COLOR. */
export function palette(color: boolean): Paint {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  return (role, text) => chalk[roles[role].style](text)
}
