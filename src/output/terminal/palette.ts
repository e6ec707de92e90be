/** The one door to chalk. */
import { Chalk } from 'chalk'
import { type Role, roles } from '../gate/roles.ts'

/** Paints a text in a role; leaves it as it is when there is no color. */
export type Paint = (role: Role, text: string) => string

/** chalk is told its level: deciding on color is `color.ts`, and chalk doesn't know NO_COLOR. */
export function palette(color: boolean): Paint {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  return (role, text) => chalk[roles[role].style](text)
}
